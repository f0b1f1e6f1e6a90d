// Which JSON values of a body are its deliveries, and where they lie. A single value is one delivery; an array is a batch (the
// shape of a batch is not shown, so its elements stay visible whatever they are); an object around exactly one array of envelopes
// is a batch too; of a body that is not one JSON value, the complete values are kept where an envelope is among them.
// Every byte of a body belongs to a delivery, or is punctuation, a blank or part of the object around a batch.
import type { BodyText } from '../body-text.ts';
import { isEnvelope } from '../json/json-object.ts';
import { depthLimit, findTooDeep } from '../json/json-depth.ts';
import { findOddities, mayBeOdd } from '../json/json-oddities.ts';
import { elementSpans, type JsonSpan } from '../json/json-span.ts';
import { advanceTo, textStart } from '../json/text-position.ts';
import { parseEnvelope } from '../parse-envelope.ts';
import {
  failedValue,
  restBeyondLimit,
  singleValue,
  valueLimit,
  wholeBody,
  type FoundValue,
  type ReadFailure,
} from './found-value.ts';
import { salvageValues } from './salvage-values.ts';
import { findWrappedBatch } from './wrapped-batch.ts';

/** The deliveries of a body in order of appearance, at least one. */
export function findValues(body: BodyText): FoundValue[] {
  const { span } = body;
  if (span.start === span.end) {
    return [failedValue(wholeBody(body), null, { code: 'body_empty', message: 'Empty body', offset: null })];
  }
  const tooDeepAt = findTooDeep(body.bytes);
  if (tooDeepAt !== null) return [failedValue(wholeBody(body), null, tooDeep(body.bytes, tooDeepAt))];
  const value = parseEnvelope(body.text);
  if (value === undefined) return salvageValues(body).map((found) => withOddities(body, found));
  const found = valuesOf(body, value);
  return mayBeOdd(body.text, value) ? found.map((each) => withOddities(body, each)) : found;
}

function tooDeep(bytes: Uint8Array, offset: number): ReadFailure {
  const { line, column } = advanceTo(bytes, textStart, offset);
  const message = `Nested deeper than ${depthLimit.toLocaleString('en')} levels at line ${line}, column ${column}`;
  return { code: 'json_too_deep', message, offset };
}

function valuesOf(body: BodyText, value: unknown): FoundValue[] {
  if (Array.isArray(value)) return batchValues(body.bytes, body.span, value);
  if (isEnvelope(value)) return [singleValue(body.span, value)];
  const batch = findWrappedBatch(body, value);
  if (batch === null) return [singleValue(body.span, value)];
  return batchValues(body.bytes, batch.span, batch.values).map((found) => ({ ...found, problems: ['batch_wrapped'] }));
}

function batchValues(bytes: Uint8Array, batch: JsonSpan, values: readonly unknown[]): FoundValue[] {
  if (values.length === 0) {
    return [failedValue(batch, null, { code: 'batch_empty', message: 'Empty batch', offset: batch.start })];
  }
  const found: FoundValue[] = elementSpans(bytes, batch.start, valueLimit).map((span, batchIndex) => ({
    ...singleValue(span, values[batchIndex]),
    batchIndex,
  }));
  return values.length > found.length ? [...found, restBeyondLimit(found, batch.end)] : found;
}

function withOddities({ bytes }: BodyText, found: FoundValue): FoundValue {
  if (found.failure !== null) return found;
  const codes = findOddities(bytes, found.span, 1).map(({ code }) => code);
  return codes.length === 0 ? found : { ...found, problems: [...found.problems, ...codes] };
}
