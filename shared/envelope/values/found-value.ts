import type { BodyText } from '../body-text.ts';
import type { JsonSpan } from '../json/json-span.ts';
import type { ProblemCode } from '../problem-codes.ts';

/** More values than this in one body are not listed one by one: the last one stands for all of the rest. */
export const valueLimit = 100_000;

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
  /** Problems of the place and of the JSON, not of the envelope. */
  problems: readonly ProblemCode[];
}

export function singleValue(span: JsonSpan, value: unknown): FoundValue {
  return { span, batchIndex: null, value, failure: null, problems: [] };
}

export function failedValue(span: JsonSpan, batchIndex: number | null, failure: ReadFailure): FoundValue {
  return { span, batchIndex, value: undefined, failure, problems: [] };
}

export function wholeBody(body: BodyText): JsonSpan {
  return { start: 0, end: body.bytes.length };
}

/** The delivery that stands for everything after as many as are listed. */
export function restBeyondLimit(before: readonly FoundValue[], end: number): FoundValue {
  const start = before.at(-1)?.span.end ?? 0;
  const message = `More than ${valueLimit} envelopes; the rest starts at byte ${start}`;
  return failedValue({ start, end }, before.length, { code: 'batch_too_long', message, offset: start });
}
