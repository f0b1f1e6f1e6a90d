// Cuts a filter text into lexemes with spans, and into tokens for highlighting. Tolerant: whatever is typed becomes a lexeme
// or an error with a span, and scanning always goes on to the end. Linear in all but pathological texts, which are short.
import { findFilterKey } from './filter-keys.ts';
import { filterOperators, type FilterOperator, type FilterValue } from './filter-node.ts';
import { unescapeQuoted } from './field-path.ts';

/** Positions within the text, in UTF-16 code units; end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What is wrong and what to write instead. */
export interface FilterError extends Span {
  readonly message: string;
}

/** One piece of the text for highlighting. */
export interface FilterToken extends Span {
  readonly type: 'key' | 'operator' | 'value' | 'text' | 'keyword' | 'paren' | 'regex' | 'separator' | 'error';
}

/** A value with its place; null where it could not be read (an error says why). */
export interface ScannedValue extends Span {
  readonly value: FilterValue | null;
}

/** What the parser reads. */
export type Lexeme = Span &
  (
    | { readonly type: 'open' | 'close' | 'and' | 'or' | 'not' }
    | { readonly type: 'text'; readonly text: string }
    | {
        readonly type: 'term';
        readonly key: Span & { readonly text: string };
        readonly operator: FilterOperator;
        readonly values: readonly ScannedValue[];
      }
  );

/** The whole text, cut. */
export interface ScannedFilter {
  readonly lexemes: readonly Lexeme[];
  readonly tokens: readonly FilterToken[];
  readonly errors: readonly FilterError[];
}

interface Scan {
  readonly text: string;
  at: number;
  readonly lexemes: Lexeme[];
  readonly tokens: FilterToken[];
  readonly errors: FilterError[];
}

const space = /\s+/y;
const keyBeforeColon = /(?:type\((?:[^()"\s]|"(?:[^"\\]|\\.)*")*\)|[^\s()":,]+(?:"(?:[^"\\]|\\.)*"[^\s()":,]*)*)(?=:)/y;
const operator = /:(?:=|>=|>|<=|<|~)?/y;
const keyword = /(?:AND|OR|NOT)(?=[\s()"]|$)/y;
const bareText = /[^\s()"]+/y;
const quoted = /"((?:[^"\\]|\\.)*)"/sy;
const regex = /\/((?:[^/\\]|\\.)+)\/(i?)(?=[\s(),"]|$)/y;
const closedRegex = /\/(?:[^/\\]|\\.)*\/[^\s),]*/y;
const valueWord = /[^\s()",]+/y;
const restOfText = /[^]*/y;

/** Cuts a text; never throws. */
export function scanFilter(text: string): ScannedFilter {
  const scan: Scan = { text, at: 0, lexemes: [], tokens: [], errors: [] };
  while (scan.at < text.length) {
    if (take(scan, space) === null) scanLexeme(scan);
  }
  return scan;
}

/** Whether a word after `key:` is read back as that same unquoted word. */
export function readsAsWord(key: string, text: string): boolean {
  const scanned = scanFilter(`${key}:${text}`);
  const [lexeme] = scanned.lexemes;
  if (scanned.errors.length > 0 || scanned.lexemes.length !== 1 || lexeme?.type !== 'term') return false;
  const [only] = lexeme.values;
  return (
    lexeme.values.length === 1 && lexeme.operator === ':' && only?.value?.type === 'word' && only.value.text === text
  );
}

function take(scan: Scan, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = scan.at;
  const match = pattern.exec(scan.text);
  if (match !== null) scan.at = pattern.lastIndex;
  return match;
}

function addToken(scan: Scan, type: FilterToken['type'], start: number): Span {
  const span = { start, end: scan.at };
  scan.tokens.push({ type, ...span });
  return span;
}

function addError(scan: Scan, message: string, span: Span): void {
  scan.errors.push({ message, start: span.start, end: span.end });
}

function scanLexeme(scan: Scan): void {
  const start = scan.at;
  const char = scan.text[start];
  if (char === '(' || char === ')') {
    scan.at += 1;
    scan.lexemes.push({ type: char === '(' ? 'open' : 'close', ...addToken(scan, 'paren', start) });
  } else if (char === '-') {
    scan.at += 1;
    scan.lexemes.push({ type: 'not', ...addToken(scan, 'keyword', start) });
  } else if (char === '"') {
    const inside = scanQuoted(scan, 'text');
    if (inside !== null) scan.lexemes.push({ type: 'text', text: inside, start, end: scan.at });
  } else if (char === ':') {
    take(scan, operator);
    addError(scan, 'A key is missing before the colon; write for example event:…', addToken(scan, 'error', start));
  } else {
    scanWord(scan, start);
  }
}

function scanWord(scan: Scan, start: number): void {
  const word = take(scan, keyword)?.[0];
  if (word !== undefined) {
    const type = word === 'AND' ? 'and' : word === 'OR' ? 'or' : 'not';
    scan.lexemes.push({ type, ...addToken(scan, 'keyword', start) });
    return;
  }
  const key = take(scan, keyBeforeColon)?.[0];
  if (key !== undefined) {
    scanTerm(scan, { text: key, ...addToken(scan, 'key', start) });
    return;
  }
  const text = take(scan, bareText)?.[0] ?? '';
  scan.lexemes.push({ type: 'text', text, ...addToken(scan, 'text', start) });
}

function scanTerm(scan: Scan, key: Span & { text: string }): void {
  const operatorStart = scan.at;
  const found = take(scan, operator)?.[0];
  addToken(scan, 'operator', operatorStart);
  const values: ScannedValue[] = [scanValue(scan, key)];
  while (scan.text[scan.at] === ',') {
    const comma = scan.at;
    scan.at += 1;
    addToken(scan, 'separator', comma);
    values.push(scanValue(scan, key));
  }
  const next = scan.text[scan.at];
  if (next === '"' || next === '(') {
    const span = { start: scan.at, end: scan.at + 1 };
    addError(scan, 'Put the whole value in quotes, as in key:"a (b)"', span);
  }
  scan.lexemes.push({
    type: 'term',
    key,
    operator: filterOperators.find((candidate) => candidate === found) ?? ':',
    values,
    start: key.start,
    end: scan.at,
  });
}

function scanValue(scan: Scan, key: Span & { text: string }): ScannedValue {
  const start = scan.at;
  if (scan.text[start] === '"') {
    const inside = scanQuoted(scan, 'value');
    const value = inside === null ? null : ({ type: 'word', text: inside, quoted: true } as const);
    return { value, start, end: scan.at };
  }
  const expression = take(scan, regex);
  if (expression !== null) {
    const [, source = '', flag = ''] = expression;
    return { value: { type: 'regex', source, flags: flag === 'i' ? 'i' : '' }, ...addToken(scan, 'regex', start) };
  }
  // A request target begins with a slash; every other value that does is a regular expression.
  if (scan.text[start] === '/' && findFilterKey(key.text)?.name !== 'target') return scanBadRegex(scan);
  const word = take(scan, valueWord)?.[0];
  if (word === undefined) {
    addError(scan, `A value is missing; write for example ${shorten(key.text)}:…`, { start: key.start, end: start });
    return { value: null, start, end: start };
  }
  return toWordOrRange(scan, word, start);
}

function toWordOrRange(scan: Scan, word: string, start: number): ScannedValue {
  const dots = word.indexOf('..');
  if (dots < 0) return { value: { type: 'word', text: word, quoted: false }, ...addToken(scan, 'value', start) };
  if (dots > 0) scan.tokens.push({ type: 'value', start, end: start + dots });
  scan.tokens.push({ type: 'separator', start: start + dots, end: start + dots + 2 });
  if (dots + 2 < word.length) scan.tokens.push({ type: 'value', start: start + dots + 2, end: scan.at });
  return { value: { type: 'range', from: word.slice(0, dots), to: word.slice(dots + 2) }, start, end: scan.at };
}

function scanBadRegex(scan: Scan): ScannedValue {
  const start = scan.at;
  const closed = take(scan, closedRegex) !== null;
  if (!closed) take(scan, restOfText);
  const span = addToken(scan, 'error', start);
  addError(
    scan,
    closed
      ? 'A regular expression is written /…/ or /…/i and is not empty; or put the value in quotes'
      : 'The regular expression is not closed; end it with /, or put the value in quotes',
    span,
  );
  return { value: null, ...span };
}

function scanQuoted(scan: Scan, type: 'text' | 'value'): string | null {
  const start = scan.at;
  const match = take(scan, quoted);
  if (match !== null) {
    addToken(scan, type, start);
    return unescapeQuoted(match[1] ?? '');
  }
  take(scan, restOfText);
  addError(scan, 'The quote is not closed; end it with "', addToken(scan, 'error', start));
  return null;
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
