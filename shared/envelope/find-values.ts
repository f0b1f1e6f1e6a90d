// Which JSON values of a body are its deliveries, and where they lie. A single value is one delivery; an array is a batch (the
// shape of a batch is not shown, so its elements stay visible whatever they are); an object around exactly one array of envelopes
// is a batch too; of a body that is not one JSON value, the complete values are kept where an envelope is among them.
import { decodeSpan, type BodyText } from './body-text.ts';
import { isEnvelope, isJsonObject } from './json/json-object.ts';
import { elementSpans, jsonByte, memberSpans, skipBlanks, type JsonSpan } from './json/json-span.ts';
import { parseEnvelope } from './parse-envelope.ts';
import type { ProblemCode } from './problem-codes.ts';
import { describeJsonFailure, scanJsonValue } from './json/scan-json-value.ts';

/** More values than this in one body are not listed one by one: the last one stands for all of the rest. */
const valueLimit = 100_000;

/** Why there is no value at a place. */
export interface ReadFailure {
  code: ProblemCode;
  message: string;
  /** Byte of the body, null where there is no particular one. */
  offset: number | null;
}

/** One delivery of a body: a value, or the reason why there is none. `batchIndex` is null for a single value. */
export interface FoundValue {
  span: JsonSpan;
  batchIndex: number | null;
  value: unknown;
  failure: ReadFailure | null;
  /** Problems of the place, not of the value. */
  problems: readonly ProblemCode[];
}

/** The deliveries of a body in order of appearance, at least one. */
export function findValues(body: BodyText): FoundValue[] {
  const { span } = body;
  if (span.start === span.end)
    return [failed(wholeBody(body), null, { code: 'body_empty', message: 'Empty body', offset: null })];
  const value = parseEnvelope(body.text);
  if (value === undefined) return salvageValues(body);
  if (Array.isArray(value)) return batchValues(body.bytes, span, value);
  if (isEnvelope(value)) return [single(span, value)];
  return wrappedValues(body, value) ?? [single(span, value)];
}

function single(span: JsonSpan, value: unknown): FoundValue {
  return { span, batchIndex: null, value, failure: null, problems: [] };
}

function failed(span: JsonSpan, batchIndex: number | null, failure: ReadFailure): FoundValue {
  return { span, batchIndex, value: undefined, failure, problems: [] };
}

function batchValues(bytes: Uint8Array, batch: JsonSpan, values: readonly unknown[]): FoundValue[] {
  if (values.length === 0)
    return [failed(batch, null, { code: 'batch_empty', message: 'Empty batch', offset: batch.start })];
  const found: FoundValue[] = elementSpans(bytes, batch.start, valueLimit).map((span, batchIndex) => ({
    ...single(span, values[batchIndex]),
    batchIndex,
  }));
  return values.length > found.length ? [...found, restBeyondLimit(found, batch.end)] : found;
}

/** An object around exactly one array of envelopes; null where it is none. */
function wrappedValues(body: BodyText, wrapper: unknown): FoundValue[] | null {
  if (!isJsonObject(wrapper) || !Object.values(wrapper).some(holdsEnvelopes)) return null;
  const batches = memberSpans(body.bytes, body.span.start)
    .map(({ value }) => value)
    .filter((span) => body.bytes[span.start] === jsonByte.openBracket)
    .map((span) => ({ span, values: parseEnvelope(decodeSpan(body.bytes, span)) }))
    .filter((batch): batch is { span: JsonSpan; values: unknown[] } => holdsEnvelopes(batch.values));
  const [batch, ...others] = batches;
  if (batch === undefined || others.length > 0) return null;
  return batchValues(body.bytes, batch.span, batch.values).map((found) => ({ ...found, problems: ['batch_wrapped'] }));
}

function holdsEnvelopes(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isEnvelope);
}

/**
 * The complete values of a body that is not one JSON value, then what is left. The whole body is one failure where no envelope is
 * among them, and where a single value is only followed by something else: that is broken JSON, not a sequence.
 */
function salvageValues(body: BodyText): FoundValue[] {
  const { bytes, span } = body;
  const isArray = bytes[span.start] === jsonByte.openBracket;
  const { found, end } = completeValues(body, isArray);
  const isWorthKeeping = (isArray || found.length > 1) && found.some(({ value }) => isEnvelope(value));
  if (!isWorthKeeping) return [brokenJson(body, wholeBody(body), null, span.start)];
  if (end >= span.end) return found;
  if (found.length >= valueLimit) return [...found, restBeyondLimit(found, span.end)];
  return [...found, brokenJson(body, { start: end, end: span.end }, found.length, isArray ? span.start : end)];
}

function completeValues({ bytes, span }: BodyText, isArray: boolean): { found: FoundValue[]; end: number } {
  const problems: readonly ProblemCode[] = [isArray ? 'batch_broken' : 'json_sequence'];
  const found: FoundValue[] = [];
  let end = isArray ? skipBlanks(bytes, span.start + 1) : span.start;
  while (end < span.end && found.length < valueLimit) {
    const scan = scanJsonValue(bytes, end);
    if (!scan.ok) break;
    const value = parseEnvelope(decodeSpan(bytes, scan));
    found.push({ ...single({ start: scan.start, end: scan.end }, value), batchIndex: found.length, problems });
    end = skipBlanks(bytes, scan.end);
    if (isArray && end < span.end) {
      if (bytes[end] !== jsonByte.comma) break;
      end = skipBlanks(bytes, end + 1);
    }
  }
  return { found, end };
}

/** The part of a body that is not JSON; the byte is where the text that starts at `from` stops being JSON. */
function brokenJson(body: BodyText, span: JsonSpan, batchIndex: number | null, from: number): FoundValue {
  const scan = scanJsonValue(body.bytes, from);
  const offset = scan.ok ? skipBlanks(body.bytes, scan.end) : scan.offset;
  return failed(span, batchIndex, { code: 'json_invalid', message: describeJsonFailure(body.bytes, offset), offset });
}

function restBeyondLimit(before: readonly FoundValue[], end: number): FoundValue {
  const start = before.at(-1)?.span.end ?? 0;
  const message = `More than ${valueLimit} envelopes; the rest starts at byte ${start}`;
  return failed({ start, end }, before.length, { code: 'batch_too_long', message, offset: start });
}

function wholeBody(body: BodyText): JsonSpan {
  return { start: 0, end: body.bytes.length };
}
