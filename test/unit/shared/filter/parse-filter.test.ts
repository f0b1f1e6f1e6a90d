import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterKeys } from '#shared/filter/filter-keys.ts';
import {
  maxFilterDepth,
  maxFilterLength,
  maxFilterTerms,
  maxFilterValues,
  parseFilter,
} from '#shared/filter/parse-filter.ts';
import { printFilter } from '#shared/filter/print-filter.ts';
import { filterNode, termText } from './filter-arbitraries.ts';

/** Anything somebody could type: pieces of the language in any order, and anything else. */
const typed = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(
      fc.oneof(
        termText,
        fc.constantFrom(
          '(',
          ')',
          '-',
          'OR',
          'AND',
          'NOT',
          ' ',
          '"',
          '/',
          ':',
          ',',
          '..',
          '*',
          '\\',
          'type(',
          'payload.',
          'é',
          '\uD800',
        ),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

const messagesOf = (text: string): string[] => parseFilter(text).errors.map(({ message }) => message);

describe('what the language accepts', () => {
  it.each([
    'event:notification.*',
    'kind:sms,feed',
    'status:500,timeout',
    '-status:200',
    'try:>=2',
    ...['retry', 'late', 'early', 'unparsed', 'batch', 'replay'].map((state) => `is:${state}`),
    'lag:>5s',
    'took:>250ms',
    'size:>1MB',
    'received:>=09:00',
    'received:10m',
    'event_ts:2026-11-20..2026-11-21Z',
    'env:production',
    'auth:wrong',
    'ccid:c-100482',
    'addr:+1415*',
    'payload.error_type:1',
    'payload.job_id:null',
    'payload.job_id:absent',
    'payload.job_id:empty',
    'has:payload.launched_by.lb-name',
    'type(payload.error_type):string',
    'chain:ntf_77120',
    'header.user-agent:~curl',
    '"bill is ready"',
    'event:notification.* lag:>5s -status:200',
    'status:reset OR (status:400..499 NOT env:staging) AND id:=A',
    'target:/push/in?x=1',
    'ip:/^(\\d+\\.){3}\\d+$/',
    ...filterKeys.flatMap(({ examples }) => examples),
  ])('%s', (text) => {
    const { ast, errors } = parseFilter(text);
    expect(errors).toEqual([]);
    expect(ast).not.toBeNull();
    expect(parseFilter(printFilter(ast)).ast).toEqual(ast);
  });

  it.each(['', '   ', '\n'])('nothing at all, which matches every delivery (%j)', (text) => {
    expect(parseFilter(text)).toEqual({ ast: null, errors: [], tokens: [] });
  });

  it('binds AND tighter than OR, and a minus tightest', () => {
    expect(parseFilter('a b OR -c').ast).toEqual({
      type: 'or',
      nodes: [
        {
          type: 'and',
          nodes: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
        { type: 'not', node: { type: 'text', text: 'c' } },
      ],
    });
  });
});

describe('what the language refuses, and what it says', () => {
  it.each([
    ['evnt:a', /no key “evnt”; did you mean event:\?/],
    ['job_idd:1', /did you mean job_id:/],
    ['foo:1', /payload\.foo: or envelope\.foo:/],
    ['customer_id:1', /payload\.customer_id: or envelope\.customer_id:/],
    ['12:30', /quote it/],
    ['lag:>5', /needs a unit.*ms, s, m, h or d/],
    ['lag:>5parsec', /parsec is not a unit/],
    ['size:>1XB', /XB is not a unit of size/],
    ['try:two', /two is not a number/],
    ['try:3..1', /3 lies after 1; swap them/],
    ['received:2026-02-30', /does not exist in the calendar/],
    ['received:soon', /is not a time; write for example/],
    ['status:oops', /is not a status; write 200/],
    ['status:>timeout', /write status:timeout/],
    ['env:prod', /staging, production, other/],
    ['is:orphan', /is:orphan is not available yet/],
    ['is:awaiting', /not available yet/],
    ['is:pinned', /not available yet/],
    ['has:note', /has:note is not available yet/],
    ['ccid:null', /payload\.FIELD:null/],
    ['ccid:a..b', /no ranges/],
    ['ccid:>a', /cannot be compared/],
    ['payload.a:>abc', /Only numbers and dates/],
    ['try:>1,2', /one value/],
    ['event:', /A value is missing/],
    ['event:a,', /A value is missing/],
    [':a', /A key is missing/],
    ['"a', /The quote is not closed/],
    ['event:"a', /The quote is not closed/],
    ['event:/a', /regular expression is not closed/],
    ['event:/a/g', /written \/…\/ or \/…\/i/],
    ['event:/(/', /regular expression is not valid/],
    ['event:/(a+)+/', /repetition within a repetition/],
    [`event:/${'a'.repeat(201)}/`, /longer than 200/],
    ['(a', /This \( is not closed/],
    ['a)', /This \) closes nothing/],
    ['()', /parentheses are empty/],
    ['a OR', /OR needs a term on both sides/],
    ['OR a', /OR needs a term on both sides/],
    ['a AND', /AND needs a term on both sides/],
    ['-', /Nothing follows to exclude/],
    ['(-)', /Nothing follows to exclude/],
    ['addr:(415)', /in quotes|A value is missing/],
    ['type(payload.a):text', /not one of the values: string/],
    ['type():string', /path of a field/],
    ['payload..a:1', /is not a path/],
  ])('%s', (text, message) => {
    expect(messagesOf(text)[0]).toMatch(message);
  });

  it('points at the value that is wrong', () => {
    expect(parseFilter('a status:200,oops,500 b').errors).toMatchObject([{ start: 13, end: 17 }]);
  });

  it('says when a filter is too long, too deep or too large', () => {
    expect(messagesOf('a'.repeat(maxFilterLength + 1))).toEqual([expect.stringMatching(/longer than/)]);
    expect(messagesOf('('.repeat(9_000))).toEqual([expect.stringMatching(/nested deeper/)]);
    expect(messagesOf('-'.repeat(9_000))).toEqual([expect.stringMatching(/nested deeper/)]);
    expect(messagesOf('a '.repeat(maxFilterTerms + 1))).toEqual([expect.stringMatching(/more than 100 terms/)]);
    expect(messagesOf(`event:${'a,'.repeat(maxFilterValues)}b`)).toEqual([expect.stringMatching(/500 values/)]);
    expect(messagesOf(`${'('.repeat(maxFilterDepth)}a${')'.repeat(maxFilterDepth)}`)).toEqual([]);
  });

  it('keeps what can be understood beside an error', () => {
    expect(printFilter(parseFilter('status:200 evnt:a b').ast)).toBe('status:200 b');
  });
});

describe('any text', () => {
  it('parses without throwing, with spans inside the text', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const { errors, tokens } = parseFilter(text);
        for (const { start, end } of [...errors, ...tokens]) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(start).toBeLessThanOrEqual(end);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('is covered by its tokens, white space aside, in order and without overlap', () => {
    fc.assert(
      fc.property(typed, (text) => {
        let at = 0;
        for (const { start, end } of parseFilter(text).tokens) {
          expect(text.slice(at, start).trim()).toBe('');
          expect(start).toBeGreaterThanOrEqual(at);
          at = end;
        }
        expect(text.slice(at).trim()).toBe('');
      }),
      { numRuns: 2_000 },
    );
  });

  it('that parses prints a text with the same meaning', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const { ast } = parseFilter(text);
        const printed = printFilter(ast);
        expect(parseFilter(printed)).toMatchObject({ ast, errors: [] });
        expect(printFilter(parseFilter(printed).ast)).toBe(printed);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('any tree', () => {
  it('prints a text that parses to the same tree', () => {
    fc.assert(
      fc.property(filterNode, (ast) => {
        expect(parseFilter(printFilter(ast))).toMatchObject({ ast, errors: [] });
      }),
      { numRuns: 2_000 },
    );
  });
});
