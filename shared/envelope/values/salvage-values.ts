// What can be kept of a body that is not one JSON value: the complete elements of an array that breaks off, and values one after the
// other. Where one of several lines is broken, reading goes on at the next line that is an envelope by itself; no other place is
// believed to begin an envelope, because a piece of a broken one can look like it. What is not kept is one unparsed delivery.
import { decodeSpan, type BodyText } from '../body-text.ts';
import {
  failedValue,
  restBeyondLimit,
  singleValue,
  valueLimit,
  wholeBody,
  type FoundValue,
  type ReadFailure,
} from './found-value.ts';
import { isEnvelope } from '../json/json-object.ts';
import { isBlank, jsonByte, skipBlanks, type JsonSpan } from '../json/json-span.ts';
import { describeJsonFailure, scanJsonValue, type JsonScan } from '../json/scan-json-value.ts';
import { advanceTo, textStart, type TextPosition } from '../json/text-position.ts';
import { parseEnvelope } from '../parse-envelope.ts';

const lineFeed = 0x0a;

/** The values of a body that is not one JSON value, with what is left; the whole body as one failure where nothing is worth keeping. */
export function salvageValues(body: BodyText): FoundValue[] {
  const { bytes, span } = body;
  const found = bytes[span.start] === jsonByte.openBracket ? arrayValues(body) : sequenceValues(body);
  if (found !== null) return found;
  return [failedValue(wholeBody(body), null, failureAt(bytes, stopOf(bytes, scanJsonValue(bytes, span.start))))];
}

/** The complete elements of an array, then the rest; null where no envelope is among them. A comma too few or too many loses nothing. */
function arrayValues({ bytes, span }: BodyText): FoundValue[] | null {
  const found: FoundValue[] = [];
  let end = skipBlanks(bytes, span.start + 1);
  while (end < span.end && found.length < valueLimit) {
    const scan = scanJsonValue(bytes, end);
    if (!scan.ok) break;
    found.push({ ...valueAt(bytes, scan), batchIndex: found.length, problems: ['batch_broken'] });
    end = skipPunctuation(bytes, scan.end, jsonByte.comma);
  }
  if (!found.some(({ value }) => isEnvelope(value))) return null;
  if (found.length >= valueLimit) return [...found, restBeyondLimit(found, span.end)];
  end = skipPunctuation(bytes, end, jsonByte.closeBracket);
  if (end >= span.end) return found;
  const scan = scanJsonValue(bytes, end);
  const failure = failureAt(bytes, scan.ok ? scan.start : scan.offset);
  return [...found, failedValue({ start: end, end: span.end }, found.length, failure)];
}

/** Past the blanks, and past that byte and the blanks after it where it is there. */
function skipPunctuation(bytes: Uint8Array, from: number, byte: number): number {
  const at = skipBlanks(bytes, from);
  return bytes[at] === byte ? skipBlanks(bytes, at + 1) : at;
}

/**
 * Values in sequence with the broken parts between them. Null where no envelope is among them, and where only the first value is
 * complete: that is broken JSON, not a sequence.
 */
function sequenceValues({ bytes, span }: BodyText): FoundValue[] | null {
  const found: FoundValue[] = [];
  let at = span.start;
  let position = textStart;
  while (at < span.end && found.length < valueLimit) {
    position = advanceTo(bytes, position, at);
    const scan = scanJsonValue(bytes, at);
    const next = scan.ok ? scan.end : nextEnvelopeLine(bytes, at, span.end);
    const value = scan.ok
      ? valueAt(bytes, scan)
      : failedValue(withoutBlanksAfter(bytes, at, next), null, failureAt(bytes, scan.offset, position));
    found.push({ ...value, batchIndex: found.length, problems: ['json_sequence'] });
    at = skipBlanks(bytes, next);
  }
  const isSequence = found.slice(1).some(({ failure }) => failure === null);
  if (!isSequence || !found.some(({ value }) => isEnvelope(value))) return null;
  return at < span.end ? [...found, restBeyondLimit(found, span.end)] : found;
}

/** Start of the next line that is an envelope by itself; `end` where there is none. */
function nextEnvelopeLine(bytes: Uint8Array, from: number, end: number): number {
  let start = lineEnd(bytes, from, end) + 1;
  while (start < end) {
    const next = lineEnd(bytes, start, end);
    if (bytes[start] === jsonByte.openBrace && isEnvelopeText(bytes, { start, end: next })) return start;
    start = next + 1;
  }
  return end;
}

function lineEnd(bytes: Uint8Array, from: number, end: number): number {
  const at = bytes.indexOf(lineFeed, from);
  return at === -1 || at > end ? end : at;
}

function isEnvelopeText(bytes: Uint8Array, span: JsonSpan): boolean {
  return isEnvelope(parseEnvelope(decodeSpan(bytes, span)));
}

function withoutBlanksAfter(bytes: Uint8Array, start: number, end: number): JsonSpan {
  let last = end;
  while (last > start && isBlank(bytes[last - 1])) last -= 1;
  return { start, end: last };
}

function valueAt(bytes: Uint8Array, { start, end }: JsonSpan): FoundValue {
  return singleValue({ start, end }, parseEnvelope(decodeSpan(bytes, { start, end })));
}

/** The first byte that cannot continue the JSON: also the one after a complete value. */
function stopOf(bytes: Uint8Array, scan: JsonScan): number {
  return scan.ok ? skipBlanks(bytes, scan.end) : scan.offset;
}

function failureAt(bytes: Uint8Array, offset: number, from?: TextPosition): ReadFailure {
  return { code: 'json_invalid', message: describeJsonFailure(bytes, offset, from), offset };
}
