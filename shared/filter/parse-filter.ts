// The parser of the filter language (docs/filter.md): recursive descent over lexemes. It never throws, every error has a span
// inside the text and says what to write instead, and nesting, length and number of terms are limited.
//
//   expr := and ('OR' and)*      and := not (['AND'] not)*      not := ['-' | 'NOT'] atom
//   atom := '(' expr ')' | key operator value | text
import { findFilterKey, type FilterKeyName } from './filter-keys.ts';
import type { FilterNode, FilterTerm, FilterValue, TermTarget } from './filter-node.ts';
import { nearestKeys, parseEnvelopePath, resolveTerm, standsAlone } from './resolve-term.ts';
import { scanFilter, type FilterError, type FilterToken, type Lexeme, type Span } from './scan-filter.ts';

export type { FilterError, FilterToken } from './scan-filter.ts';

/** Longest filter, in UTF-16 code units; the same as on the wire. */
export const maxFilterLength = 10_000;
/** Parentheses and negations within one another. */
export const maxFilterDepth = 100;
/** Terms and texts in one filter; SQLite limits the subqueries of a statement. */
export const maxFilterTerms = 100;
/** Values of all terms together. */
export const maxFilterValues = 500;

/** A parsed text. With errors, `ast` holds only what could be understood: show it, do not apply it. */
export interface ParsedFilter {
  /** null matches every delivery. */
  readonly ast: FilterNode | null;
  /** In the order of the text; empty when the filter is valid. */
  readonly errors: readonly FilterError[];
  /** For highlighting, in the order of the text, without gaps other than white space. */
  readonly tokens: readonly FilterToken[];
}

const tooDeep = `Terms are nested deeper than ${maxFilterDepth}; write the filter flatter`;

interface Cursor {
  readonly lexemes: readonly Lexeme[];
  readonly errors: FilterError[];
  at: number;
  terms: number;
  values: number;
  /** A limit was passed: the rest is not looked at, and not complained about. */
  gaveUp: boolean;
  readonly textEnd: number;
}

/** Parses any text; never throws. */
export function parseFilter(text: string): ParsedFilter {
  if (text.length > maxFilterLength) {
    const message = `The filter is longer than ${maxFilterLength} characters; shorten it`;
    return { ast: null, errors: [{ message, start: maxFilterLength, end: text.length }], tokens: [] };
  }
  const scanned = scanFilter(text.toWellFormed());
  const cursor: Cursor = {
    lexemes: scanned.lexemes,
    errors: [...scanned.errors],
    at: 0,
    terms: 0,
    values: 0,
    gaveUp: false,
    textEnd: text.length,
  };
  const parts: FilterNode[] = [];
  while (cursor.at < cursor.lexemes.length) {
    const node = parseOr(cursor, 0);
    if (node !== null) parts.push(node);
    const stray = cursor.lexemes[cursor.at];
    if (stray === undefined) break;
    addError(cursor, 'This ) closes nothing; remove it', stray);
    cursor.at += 1;
  }
  const errors = cursor.errors.toSorted((a, b) => a.start - b.start || a.end - b.end);
  return { ast: join('and', parts), errors, tokens: scanned.tokens };
}

function parseOr(cursor: Cursor, depth: number): FilterNode | null {
  const nodes: FilterNode[] = [];
  for (;;) {
    const before = cursor.at;
    const node = parseAnd(cursor, depth);
    if (node !== null) nodes.push(node);
    const next = cursor.lexemes[cursor.at];
    if (next?.type !== 'or') return join('or', nodes);
    cursor.at += 1;
    const after = cursor.lexemes[cursor.at];
    if (before === cursor.at - 1 || after === undefined || after.type === 'close' || after.type === 'or') {
      addError(cursor, 'OR needs a term on both sides; quote it to search for the word', next);
    }
  }
}

function parseAnd(cursor: Cursor, depth: number): FilterNode | null {
  const nodes: FilterNode[] = [];
  const first = cursor.at;
  for (;;) {
    const lexeme = cursor.lexemes[cursor.at];
    if (lexeme === undefined || lexeme.type === 'or' || lexeme.type === 'close') return join('and', nodes);
    if (lexeme.type === 'and') {
      const after = cursor.lexemes[cursor.at + 1]?.type ?? 'close';
      if (cursor.at === first || after === 'close' || after === 'or' || after === 'and') {
        addError(cursor, 'AND needs a term on both sides; quote it to search for the word', lexeme);
      }
      cursor.at += 1;
      continue;
    }
    const node = parseNot(cursor, depth);
    if (node !== null) nodes.push(node);
  }
}

function parseNot(cursor: Cursor, depth: number): FilterNode | null {
  const lexeme = cursor.lexemes[cursor.at];
  if (lexeme?.type !== 'not') return parseAtom(cursor, depth);
  if (depth >= maxFilterDepth) return giveUp(cursor, lexeme, tooDeep);
  cursor.at += 1;
  const next = cursor.lexemes[cursor.at]?.type ?? 'close';
  if (next === 'close' || next === 'or' || next === 'and') {
    addError(cursor, 'Nothing follows to exclude; write for example -status:200', lexeme);
    return null;
  }
  const node = parseNot(cursor, depth + 1);
  return node === null ? null : { type: 'not', node };
}

function parseAtom(cursor: Cursor, depth: number): FilterNode | null {
  const lexeme = cursor.lexemes[cursor.at];
  if (lexeme === undefined) return null;
  if (lexeme.type === 'open') return parseGroup(cursor, lexeme, depth);
  cursor.at += 1;
  if (lexeme.type === 'text') {
    return countTerm(cursor, lexeme, 0) ? { type: 'text', text: lexeme.text } : null;
  }
  return lexeme.type === 'term' ? parseTerm(cursor, lexeme) : null;
}

function parseGroup(cursor: Cursor, open: Lexeme, depth: number): FilterNode | null {
  if (depth >= maxFilterDepth) return giveUp(cursor, open, tooDeep);
  cursor.at += 1;
  const first = cursor.at;
  const node = parseOr(cursor, depth + 1);
  const close = cursor.lexemes[cursor.at];
  if (close?.type === 'close') {
    if (cursor.at === first) addError(cursor, 'The parentheses are empty; put a term in them or remove them', open);
    cursor.at += 1;
  } else if (!cursor.gaveUp) {
    addError(cursor, 'This ( is not closed; add )', open);
  }
  return node;
}

function giveUp(cursor: Cursor, lexeme: Lexeme, message: string): null {
  addError(cursor, message, { start: lexeme.start, end: cursor.textEnd });
  cursor.at = cursor.lexemes.length;
  cursor.gaveUp = true;
  return null;
}

function countTerm(cursor: Cursor, lexeme: Lexeme, valueCount: number): boolean {
  cursor.terms += 1;
  cursor.values += valueCount;
  if (cursor.terms <= maxFilterTerms && cursor.values <= maxFilterValues) return true;
  const limits = `${maxFilterTerms} terms or ${maxFilterValues} values`;
  giveUp(cursor, lexeme, `The filter has more than ${limits}; shorten it, or join values of one key with commas`);
  return false;
}

function parseTerm(cursor: Cursor, lexeme: Extract<Lexeme, { type: 'term' }>): FilterTerm | null {
  if (!countTerm(cursor, lexeme, lexeme.values.length)) return null;
  const target = parseTarget(lexeme.key.text);
  if (target === null) {
    addError(cursor, unknownKey(lexeme.key.text), lexeme.key);
    return null;
  }
  const values = lexeme.values.map(({ value }) => value).filter((value): value is FilterValue => value !== null);
  if (values.length < lexeme.values.length) return null;
  const term: FilterTerm = { type: 'term', target, operator: lexeme.operator, values };
  const meaning = resolveTerm(term, { nowMs: 0, zoneOffsetMinutes: 0 });
  if (!('problem' in meaning)) return term;
  const place = meaning.valueIndex === null ? undefined : lexeme.values[meaning.valueIndex];
  addError(cursor, meaning.problem, place ?? lexeme);
  return null;
}

/** What the text before a `:` stands for; null where it is no key. */
export function parseTarget(key: string): TermTarget | null {
  const plain = findFilterKey(key);
  if (plain !== undefined) return { type: 'key', name: plain.name satisfies FilterKeyName };
  if (/^header\.[^"]+$/i.test(key)) return { type: 'header', name: key.slice('header.'.length).toLowerCase() };
  if (key.startsWith('type(') && key.endsWith(')')) {
    const path = parseEnvelopePath(key.slice('type('.length, -1));
    return path === null ? null : { type: 'fieldType', path };
  }
  const path = parseEnvelopePath(key);
  if (path === null) return null;
  return standsAlone(path) || key.startsWith('envelope.') ? { type: 'field', path } : null;
}

function unknownKey(key: string): string {
  const name = key.length > 40 ? `${key.slice(0, 40)}…` : key;
  if (key.startsWith('type('))
    return 'type() takes the path of a field; write for example type(payload.error_type):string';
  if (/^(?:payload|envelope)\b/.test(key)) return `“${name}” is not a path; write for example payload.job_id`;
  const nearest = nearestKeys(key);
  const hint = nearest.length > 0 ? `did you mean ${nearest.map((candidate) => `${candidate}:`).join(' or ')}?` : '';
  const field = /^\w{1,40}$/.test(key) ? key : 'NAME';
  const other = `for a field write payload.${field}: or envelope.${field}:, to search for the text quote it`;
  return `There is no key “${name}”; ${hint === '' ? other : `${hint} Or ${other}`}`;
}

function addError(cursor: Cursor, message: string, span: Span): void {
  cursor.errors.push({ message, start: span.start, end: span.end });
}

function join(type: 'and' | 'or', nodes: readonly FilterNode[]): FilterNode | null {
  const [only] = nodes;
  return nodes.length > 1 ? { type, nodes } : (only ?? null);
}
