// SQL functions that ask the evaluator of shared/filter what only it can tell: case, globs and regular expressions, headers, and
// everything inside an envelope. They are deterministic and never throw. A regular expression of a stranger can be slow on this
// thread: the owner of the reader ends the thread, nothing here can.
import type { Database } from 'better-sqlite3';
import { decodeSpan } from '#shared/envelope/body-text.ts';
import { parseEnvelope } from '#shared/envelope/parse-envelope.ts';
import { passesEnvelope, type EnvelopeView } from '#shared/filter/evaluate-filter.ts';
import { toKindCode } from '#shared/filter/filter-keys.ts';
import type { FilterTerm } from '#shared/filter/filter-node.ts';
import { resolveTerm, type TermTest } from '#shared/filter/resolve-term.ts';
import { matchesText, type TextMatcher } from '#shared/filter/text-matcher.ts';
import type { HeaderPair } from '#shared/http/header-pair.ts';
import { registerChainFunctions } from '../chain/chain-conditions.ts';

/** A term as the first argument of the functions. */
export function toFunctionArgument(term: FilterTerm, zoneOffsetMinutes: number): string {
  return JSON.stringify([term, zoneOffsetMinutes]);
}

/** Terms whose meaning is remembered per connection. */
const KEPT_TERMS = 1_000;

/** Gives a connection the functions that compiled filters call. */
export function registerFilterFunctions(db: Database): void {
  const terms = new Map<string, TermTest>();
  const meaningOf = (argument: string): TermTest => {
    const known = terms.get(argument);
    if (known !== undefined) return known;
    const meaning = readArgument(argument);
    if (terms.size >= KEPT_TERMS) terms.clear();
    terms.set(argument, meaning);
    return meaning;
  };
  const viewOf = createEnvelopeReader();
  registerChainFunctions(db);
  const options = { deterministic: true, directOnly: true };
  db.function('filter_value', options, (argument: unknown, value: unknown) =>
    Number(typeof value === 'string' && fitsValue(meaningOf(String(argument)), value)),
  );
  db.function('filter_envelope', options, (argument: unknown, bytes: unknown) =>
    Number(fitsView(meaningOf(String(argument)), viewOf(bytes instanceof Uint8Array ? bytes : new Uint8Array()))),
  );
  db.function('filter_headers', options, (argument: unknown, rawHeaders: unknown) =>
    Number(fitsView(meaningOf(String(argument)), { ...noEnvelope, rawHeaders: toHeaders(rawHeaders) })),
  );
}

function readArgument(argument: string): TermTest {
  const [term, zoneOffsetMinutes] = JSON.parse(argument) as [FilterTerm, number];
  const meaning = resolveTerm(term, { nowMs: 0, zoneOffsetMinutes });
  if ('problem' in meaning) throw new Error(`A filter with errors was run: ${meaning.problem}`);
  return meaning;
}

const noEnvelope: EnvelopeView = { text: '', unparsed: true, envelope: () => undefined, rawHeaders: [] };

/** Several terms usually look at the same row in turn: the last envelope stays decoded and parsed. */
function createEnvelopeReader(): (bytes: Uint8Array) => EnvelopeView {
  let last: { bytes: Buffer; view: EnvelopeView } | null = null;
  return (bytes) => {
    if (last?.bytes.equals(bytes) === true) return last.view;
    const text = decodeSpan(bytes, { start: 0, end: bytes.length });
    let parsed: { envelope: unknown } | null = null;
    const view: EnvelopeView = {
      text,
      unparsed: false,
      envelope: () => (parsed ??= { envelope: parseEnvelope(text) }).envelope,
      rawHeaders: [],
    };
    last = { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), view };
    return view;
  };
}

function fitsView(test: TermTest, view: EnvelopeView): boolean {
  switch (test.type) {
    case 'body':
    case 'fields':
    case 'fieldTypes':
    case 'presence':
    case 'headers':
      return passesEnvelope(test, view);
    default:
      throw new Error(`A ${test.type} test does not look at an envelope`);
  }
}

function fits(matchers: readonly TextMatcher[], text: string): boolean {
  return matchers.some((matcher) => matchesText(matcher, text));
}

function fitsValue(test: TermTest, value: string): boolean {
  switch (test.type) {
    case 'texts':
    case 'references':
      return fits(test.matchers, value);
    case 'kinds':
      return test.codes.includes(toKindCode(value));
    case 'problems':
      return value.split(' ').some((code) => code !== '' && fits(test.matchers, code));
    default:
      throw new Error(`A ${test.type} test does not look at one text`);
  }
}

function toHeaders(rawHeaders: unknown): readonly HeaderPair[] {
  const headers = typeof rawHeaders === 'string' ? parseEnvelope(rawHeaders) : null;
  // Written by our own store as [[name, value], …].
  return Array.isArray(headers) ? (headers as HeaderPair[]) : [];
}
