// The tolerant reader: what a body carries, one reading per envelope, always at least one, for any bytes whatever.
// Whatever cannot be read is an unparsed reading that says why; nothing is refused and nothing throws.
// It runs for every stored request: one decode and one JSON.parse, and spans are looked for in batches only.
import { isUtf8Span, toBodyText, type BodyText } from './body-text.ts';
import type { DeliveryReading } from './delivery-reading.ts';
import { findValues } from './values/find-values.ts';
import type { FoundValue, ReadFailure } from './values/found-value.ts';
import { isEnvelope } from './json/json-object.ts';
import { hasByteOrderMark } from './json/json-span.ts';
import type { ProblemCode } from './problem-codes.ts';
import { readEnvelope, type EnvelopePlace } from './read-envelope.ts';
import { describeNonEnvelope } from './values/wrapped-batch.ts';

/**
 * What a request body carries, in order of appearance: one reading for a single envelope, one per element for a batch, one
 * unparsed reading where nothing can be found. Never empty, never throws. `start` and `end` are bytes of the body.
 */
export function readDeliveries(bytes: Uint8Array): DeliveryReading[] {
  const body = toBodyText(bytes);
  return findValues(body).map((found) => toReading(body, found));
}

function toReading(body: BodyText, found: FoundValue): DeliveryReading {
  const place = { batchIndex: found.batchIndex, start: found.span.start, end: found.span.end };
  const problems = [...byteProblems(body, found), ...found.problems];
  if (isEnvelope(found.value)) return readEnvelope(found.value, place, problems);
  return toUnparsed(place, problems, found.failure ?? notAnEnvelope(found));
}

function toUnparsed(place: EnvelopePlace, problems: readonly ProblemCode[], failure: ReadFailure): DeliveryReading {
  return {
    ...place,
    unparsed: true,
    parseError: { message: failure.message, offset: failure.offset },
    eventId: null,
    eventName: null,
    eventTsMs: null,
    references: [],
    problems: [...problems, failure.code],
    summary: failure.message,
  };
}

function notAnEnvelope({ value, span }: FoundValue): ReadFailure {
  return { code: 'not_an_envelope', message: `Not an envelope: ${describeNonEnvelope(value)}`, offset: span.start };
}

function byteProblems(body: BodyText, { span }: FoundValue): ProblemCode[] {
  const problems: ProblemCode[] = [];
  if (hasByteOrderMark(body.bytes)) problems.push('utf8_bom');
  if (!body.isUtf8 && !isUtf8Span(body.bytes, span)) problems.push('utf8_invalid');
  return problems;
}
