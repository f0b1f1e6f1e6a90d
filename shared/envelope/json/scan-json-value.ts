// A strict JSON reader that builds nothing: it says where a value ends or at which byte it stops being JSON.
// JSON.parse is faster and is asked first; its messages name no byte, and it cannot read one value of several.
// Agrees with JSON.parse on every text (held by a property test). Nesting costs heap, never stack.
import { isBlank, jsonByte, skipBlanks } from './json-span.ts';
import { advanceTo, textStart, type TextPosition } from './text-position.ts';

/** `end` is exclusive, right after the value. A failure has the offset of the first byte that cannot continue the JSON. */
export type JsonScan = { ok: true; start: number; end: number } | { ok: false; start: number; offset: number };

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

/** Reads the one value that starts at the first byte after `from` that is not blank. */
export function scanJsonValue(bytes: Uint8Array, from: number): JsonScan {
  const start = skipBlanks(bytes, from);
  const cursor = { bytes, at: start };
  return takeValue(cursor) ? { ok: true, start, end: cursor.at } : { ok: false, start, offset: cursor.at };
}

/** Why the JSON stops at a byte, in words that end with its line and column. `from` is a known position before it. */
export function describeJsonFailure(bytes: Uint8Array, offset: number, from: TextPosition = textStart): string {
  const { line, column } = advanceTo(bytes, from, offset);
  return `Unexpected ${describeByte(bytes[offset])} at line ${line}, column ${column}`;
}

function describeByte(byte: number | undefined): string {
  if (byte === undefined) return 'end of JSON';
  if (byte > 0x20 && byte < 0x7f) return `character ${String.fromCharCode(byte)}`;
  return `byte 0x${byte.toString(16).padStart(2, '0')}`;
}

function takeValue(cursor: Cursor): boolean {
  const closers: number[] = [];
  do {
    const closer = takeOpener(cursor);
    if (closer === null) {
      if (!takeScalar(cursor)) return false;
    } else if (!takeByte(cursor, closer)) {
      closers.push(closer);
      if (closer === jsonByte.closeBrace && !takeKey(cursor)) return false;
      continue;
    }
    if (!takeEnds(cursor, closers)) return false;
  } while (closers.length > 0);
  return true;
}

/** After a value: closes what closes here, up to the comma before the next value. */
function takeEnds(cursor: Cursor, closers: number[]): boolean {
  while (closers.length > 0) {
    skip(cursor);
    if (takeByte(cursor, jsonByte.comma)) {
      skip(cursor);
      return closers.at(-1) === jsonByte.closeBracket || takeKey(cursor);
    }
    if (!takeByte(cursor, closers.at(-1) as number)) return false;
    closers.pop();
  }
  return true;
}

/** An opening bracket or brace with the blanks after it; gives the byte that closes it. */
function takeOpener(cursor: Cursor): number | null {
  const byte = cursor.bytes[cursor.at];
  if (byte !== jsonByte.openBrace && byte !== jsonByte.openBracket) return null;
  cursor.at += 1;
  skip(cursor);
  return byte === jsonByte.openBrace ? jsonByte.closeBrace : jsonByte.closeBracket;
}

function takeKey(cursor: Cursor): boolean {
  if (!takeString(cursor)) return false;
  skip(cursor);
  if (!takeByte(cursor, jsonByte.colon)) return false;
  skip(cursor);
  return true;
}

function takeScalar(cursor: Cursor): boolean {
  switch (cursor.bytes[cursor.at]) {
    case jsonByte.quote:
      return takeString(cursor);
    case 0x74:
      return takeWord(cursor, 'true');
    case 0x66:
      return takeWord(cursor, 'false');
    case 0x6e:
      return takeWord(cursor, 'null');
    default:
      return takeNumber(cursor);
  }
}

function takeString(cursor: Cursor): boolean {
  if (!takeByte(cursor, jsonByte.quote)) return false;
  for (;;) {
    const byte = cursor.bytes[cursor.at];
    if (byte === undefined || byte < 0x20) return false;
    cursor.at += 1;
    if (byte === jsonByte.quote) return true;
    if (byte === jsonByte.backslash && !takeEscape(cursor)) return false;
  }
}

function takeEscape(cursor: Cursor): boolean {
  const byte = cursor.bytes[cursor.at];
  if (byte === undefined || !'"\\/bfnrtu'.includes(String.fromCharCode(byte))) return false;
  cursor.at += 1;
  if (byte !== 0x75) return true;
  for (let digit = 0; digit < 4; digit += 1) {
    if (!isHexDigit(cursor.bytes[cursor.at])) return false;
    cursor.at += 1;
  }
  return true;
}

function takeNumber(cursor: Cursor): boolean {
  takeByte(cursor, 0x2d);
  if (!takeByte(cursor, 0x30) && !takeDigits(cursor)) return false;
  if (takeByte(cursor, 0x2e) && !takeDigits(cursor)) return false;
  if (!takeByte(cursor, 0x65) && !takeByte(cursor, 0x45)) return true;
  if (!takeByte(cursor, 0x2b)) takeByte(cursor, 0x2d);
  return takeDigits(cursor);
}

function takeDigits(cursor: Cursor): boolean {
  const start = cursor.at;
  while (isDigit(cursor.bytes[cursor.at])) cursor.at += 1;
  return cursor.at > start;
}

function takeWord(cursor: Cursor, word: string): boolean {
  for (let i = 0; i < word.length; i += 1) {
    if (!takeByte(cursor, word.charCodeAt(i))) return false;
  }
  return true;
}

function takeByte(cursor: Cursor, byte: number): boolean {
  if (cursor.bytes[cursor.at] !== byte) return false;
  cursor.at += 1;
  return true;
}

function skip(cursor: Cursor): void {
  if (isBlank(cursor.bytes[cursor.at])) cursor.at = skipBlanks(cursor.bytes, cursor.at);
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function isHexDigit(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const lower = byte | 0x20;
  return isDigit(byte) || (lower >= 0x61 && lower <= 0x66);
}
