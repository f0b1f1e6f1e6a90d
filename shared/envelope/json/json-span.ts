// Where the parts of a JSON text lie, as byte offsets: what JSON.parse knows and does not tell.
// The bytes must have been accepted by JSON.parse or `scanJsonValue`; for other bytes the spans mean nothing, but every
// function still ends. Nothing recurses, so nesting costs no stack. One pass over the bytes.

/** A part of a body in bytes, `end` exclusive. */
export interface JsonSpan {
  start: number;
  end: number;
}

/** A member of an object: the span of the key with its quotes, and of the value. */
export interface JsonMemberSpan {
  key: JsonSpan;
  value: JsonSpan;
}

export const jsonByte = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

export function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The first byte at or after `at` that is no JSON white space. */
export function skipBlanks(bytes: Uint8Array, at: number): number {
  let next = at;
  while (isBlank(bytes[next])) next += 1;
  return next;
}

/** The body without a byte order mark and without the blanks around it; empty where nothing else is there. */
export function trimmedSpan(bytes: Uint8Array): JsonSpan {
  const start = skipBlanks(bytes, hasByteOrderMark(bytes) ? 3 : 0);
  let end = bytes.length;
  while (end > start && isBlank(bytes[end - 1])) end -= 1;
  return { start, end };
}

export function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** Spans of the elements of the array whose bracket is at `open`, at most `limit`. */
export function elementSpans(bytes: Uint8Array, open: number, limit = Infinity): JsonSpan[] {
  const spans: JsonSpan[] = [];
  let at = skipBlanks(bytes, open + 1);
  while (at < bytes.length && bytes[at] !== jsonByte.closeBracket && spans.length < limit) {
    const end = valueEnd(bytes, at);
    spans.push({ start: at, end });
    at = afterComma(bytes, end);
  }
  return spans;
}

/** Spans of the members of the object whose brace is at `open`, in order of appearance, duplicates included. */
export function memberSpans(bytes: Uint8Array, open: number): JsonMemberSpan[] {
  const spans: JsonMemberSpan[] = [];
  let at = skipBlanks(bytes, open + 1);
  while (at < bytes.length && bytes[at] !== jsonByte.closeBrace) {
    const key = { start: at, end: valueEnd(bytes, at) };
    const colon = skipBlanks(bytes, key.end);
    const start = skipBlanks(bytes, colon + 1);
    const end = valueEnd(bytes, start);
    spans.push({ key, value: { start, end } });
    at = afterComma(bytes, end);
  }
  return spans;
}

function afterComma(bytes: Uint8Array, end: number): number {
  const at = skipBlanks(bytes, end);
  return bytes[at] === jsonByte.comma ? skipBlanks(bytes, at + 1) : at;
}

/** End of the value that starts at `start`; always after `start`, so that loops over values end. */
function valueEnd(bytes: Uint8Array, start: number): number {
  const first = bytes[start];
  if (first === jsonByte.quote) return stringEnd(bytes, start);
  if (first === jsonByte.openBrace || first === jsonByte.openBracket) return containerEnd(bytes, start);
  return scalarEnd(bytes, start);
}

/** End of the number or word that starts at `start`; always after `start`. */
export function scalarEnd(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && !endsScalar(bytes[at])) at += 1;
  return Math.min(at, bytes.length);
}

function endsScalar(byte: number | undefined): boolean {
  return byte === jsonByte.comma || byte === jsonByte.closeBrace || byte === jsonByte.closeBracket || isBlank(byte);
}

/** End of the string whose quote is at `start`, after its closing quote. */
export function stringEnd(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== jsonByte.quote) at += bytes[at] === jsonByte.backslash ? 2 : 1;
  return Math.min(at + 1, bytes.length);
}

function containerEnd(bytes: Uint8Array, start: number): number {
  let depth = 0;
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === jsonByte.quote) {
      at = stringEnd(bytes, at);
      continue;
    }
    at += 1;
    if (byte === jsonByte.openBrace || byte === jsonByte.openBracket) depth += 1;
    else if ((byte === jsonByte.closeBrace || byte === jsonByte.closeBracket) && --depth === 0) return at;
  }
  return at;
}
