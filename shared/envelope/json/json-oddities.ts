// JSON that readers disagree about: two members of one name, integers beyond 2^53, escapes that are half a character. JSON.parse
// takes all of them in silence and hands over less than was sent. `mayBeOdd` runs for every stored body and costs less than a sixth of
// parsing it; `findOddities` names the places and runs only where that said so. Nothing recurses, so nesting costs no stack.
import { decodeSpan } from '../body-text.ts';
import { parseEnvelope } from '../parse-envelope.ts';
import type { JsonObject } from './json-object.ts';
import { jsonByte, scalarEnd, skipBlanks, stringEnd, type JsonSpan } from './json-span.ts';

export const oddityCodes = ['json_duplicate_key', 'json_big_number', 'json_lone_surrogate'] as const;
export type OddityCode = (typeof oddityCodes)[number];

/** One odd place. `path` leads from the top of the value, e.g. `payload.submission[0].value`. */
export interface Oddity {
  code: OddityCode;
  path: string;
}

const pathLimit = 200;
const halfCharacter = /\\u[dD][89a-fA-F]/;
const wholeNumber = /^-?\d+$/;

/** Whether `value`, parsed from `text`, could hold an oddity. Never false where there is one. */
export function mayBeOdd(text: string, value: unknown): boolean {
  if (text.includes('\\u') && halfCharacter.test(text)) return true;
  const { members, hasBigNumber } = measure(value);
  // A colon after a quote within a string counts too: that makes more colons than members, which is what is asked for.
  return hasBigNumber || countColons(text) !== members;
}

/** Members of all objects within a value, and whether a number is outside the integers a double holds exactly. */
function measure(value: unknown): { members: number; hasBigNumber: boolean } {
  let members = 0;
  let hasBigNumber = false;
  const open: object[] = [];
  const visit = (child: unknown): void => {
    if (typeof child === 'object' && child !== null) open.push(child);
    else if (typeof child === 'number' && Math.abs(child) > Number.MAX_SAFE_INTEGER) hasBigNumber = true;
  };
  visit(value);
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    if (Array.isArray(container)) container.forEach(visit);
    else {
      // What JSON.parse made has nothing to inherit, and this is twice as fast as asking for a list of the values.
      for (const key in container) {
        members += 1;
        visit((container as JsonObject)[key]);
      }
    }
  }
  return { members, hasBigNumber };
}

/** Colons that follow a quote, blanks in between left out. */
function countColons(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1;
    while (text.charCodeAt(before) <= 0x20) before -= 1;
    if (text.charCodeAt(before) === jsonByte.quote) count += 1;
  }
  return count;
}

/** An object or array that is being read; `keys` is null for an array. */
interface Frame {
  keys: Set<string> | null;
  /** Of the member or element being read. */
  key: string;
  index: number;
  /** The next string is the key of a member. */
  atKey: boolean;
}

/** The odd places of a JSON text, in order of appearance, of each code at most `limit`. The bytes must be JSON. */
export function findOddities(bytes: Uint8Array, span: JsonSpan, limit: number): Oddity[] {
  const found: Oddity[] = [];
  const counts = new Map<OddityCode, number>();
  const frames: Frame[] = [];
  const add = (code: OddityCode): void => {
    const count = counts.get(code) ?? 0;
    counts.set(code, count + 1);
    if (count < limit) found.push({ code, path: toPath(frames) });
  };
  let at = skipBlanks(bytes, span.start);
  while (at < span.end) {
    const end = tokenEnd(bytes, at);
    const byte = bytes[at];
    if (byte === jsonByte.quote) readString(decodeSpan(bytes, { start: at, end }), frames.at(-1), add);
    else if (!moveFrames(frames, byte) && isInexact(decodeSpan(bytes, { start: at, end }))) add('json_big_number');
    at = skipBlanks(bytes, end);
  }
  return found;
}

function tokenEnd(bytes: Uint8Array, at: number): number {
  switch (bytes[at]) {
    case jsonByte.quote:
      return stringEnd(bytes, at);
    case jsonByte.openBrace:
    case jsonByte.closeBrace:
    case jsonByte.openBracket:
    case jsonByte.closeBracket:
    case jsonByte.comma:
    case jsonByte.colon:
      return at + 1;
    default:
      return scalarEnd(bytes, at);
  }
}

/** Follows punctuation into and out of objects and arrays; false where the byte begins a scalar. */
function moveFrames(frames: Frame[], byte: number | undefined): boolean {
  const frame = frames.at(-1);
  switch (byte) {
    case jsonByte.openBrace:
      frames.push({ keys: new Set(), key: '', index: 0, atKey: true });
      return true;
    case jsonByte.openBracket:
      frames.push({ keys: null, key: '', index: 0, atKey: false });
      return true;
    case jsonByte.closeBrace:
    case jsonByte.closeBracket:
      frames.pop();
      return true;
    case jsonByte.comma:
      if (frame !== undefined) Object.assign(frame, { index: frame.index + 1, atKey: frame.keys !== null });
      return true;
    default:
      return byte === jsonByte.colon;
  }
}

function readString(source: string, frame: Frame | undefined, add: (code: OddityCode) => void): void {
  const isKey = frame?.atKey === true;
  const text = String(parseEnvelope(source));
  if (isKey) Object.assign(frame, { key: text, atKey: false });
  if (source.includes('\\u') && !text.isWellFormed()) add('json_lone_surrogate');
  if (!isKey) return;
  if (frame.keys?.has(text) === true) add('json_duplicate_key');
  frame.keys?.add(text);
}

/** Whether a double cannot hold an integer exactly, or any number at all. */
function isInexact(source: string): boolean {
  const number = Number(source);
  return wholeNumber.test(source) ? !Number.isSafeInteger(number) : Math.abs(number) === Infinity;
}

/** Cut where it is long, so that nesting of any depth does not make every finding cost as much. */
function toPath(frames: readonly Frame[]): string {
  let path = '';
  for (const { keys, key, index } of frames) {
    path += keys === null ? `[${index}]` : `${path === '' ? '' : '.'}${key}`;
    if (path.length > pathLimit) return `${path.slice(0, pathLimit)}…`;
  }
  return path;
}
