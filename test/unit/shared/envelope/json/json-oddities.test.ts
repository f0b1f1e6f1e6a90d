import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findOddities, mayBeOdd } from '#shared/envelope/json/json-oddities.ts';
import { readDeliveries } from '#shared/envelope/read-deliveries.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function odditiesOf(text: string, limit = 10): string[] {
  const bytes = encode(text);
  return findOddities(bytes, { start: 0, end: bytes.length }, limit).map(({ code, path }) => `${code} ${path}`);
}

describe('JSON that readers disagree about', () => {
  it.each<[string, string[]]>([
    ['{"a":1,"a":2}', ['json_duplicate_key a']],
    ['{"a" :1,"b":{"c":1,"c" : 2}}', ['json_duplicate_key b.c']],
    ['{"a":"\\":","a":1}', ['json_duplicate_key a']],
    ['{"\\u0061":1,"a":2}', ['json_duplicate_key a']],
    ['{"__proto__":1,"__proto__":2}', ['json_duplicate_key __proto__']],
    ['{"l":[{"a":1},{"a":1,"a":1}]}', ['json_duplicate_key l[1].a']],
    ['{"a":1,"a":2,"a":3}', ['json_duplicate_key a', 'json_duplicate_key a']],
    ['{"n":9007199254740993}', ['json_big_number n']],
    ['[-9007199254740992]', ['json_big_number [0]']],
    ['12345678901234567890', ['json_big_number ']],
    ['{"n":1e400}', ['json_big_number n']],
    ['{"s":"\\ud800"}', ['json_lone_surrogate s']],
    ['{"s":"\\uDC00\\uD800"}', ['json_lone_surrogate s']],
    ['{"\\ud83d":1}', ['json_lone_surrogate \ud83d']],
  ])('is found in %s', (text, expected) => {
    expect(mayBeOdd(text, JSON.parse(text))).toBe(true);
    expect(odditiesOf(text)).toEqual(expected);
  });

  it.each([
    '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}',
    '{"A":1,"a":1}',
    '{"n":9007199254740991,"m":-9007199254740991,"f":0.1234567890123456789,"x":1e20}',
    '{"s":"\\ud83d\\ude00","t":"\\\\ud800","u":"12345678901234567890"}',
    '{"s":"\\":\\":","t":":"}',
    '[]',
    '"a"',
  ])('is not %s', (text) => {
    expect(odditiesOf(text)).toEqual([]);
  });

  it('is looked for in every body, and flagged on the envelope that has it', () => {
    const problemsOf = (text: string): string[][] => readDeliveries(encode(text)).map(({ problems }) => problems);
    const rest = '"event_name":"x.y","event_ts":"2026-11-21T13:03:57.417Z","payload"';
    expect(problemsOf(`{"event_id":"a",${rest}:{"n":9007199254740993,"n":1}}`)).toEqual([
      ['json_big_number', 'json_duplicate_key'],
    ]);
    expect(problemsOf(`[{"event_id":"a",${rest}:{}},{"event_id":"b",${rest}:{"s":"\\ud800"}}]`)).toEqual([
      [],
      ['json_lone_surrogate'],
    ]);
    expect(problemsOf(`{"events":[{"event_id":"a",${rest}:{"k":1,"k":2}}]}`)).toEqual([
      ['batch_wrapped', 'json_duplicate_key'],
    ]);
    expect(problemsOf(`{"event_id":"a",${rest}:{}}\n{"event_id":"b",${rest}:{"k":1,"k":2}}`)).toEqual([
      ['json_sequence'],
      ['json_sequence', 'json_duplicate_key'],
    ]);
  });

  it('is counted per code, so that many of one do not hide another', () => {
    const text = `{${'"a":1,'.repeat(50)}"n":9007199254740993}`;
    expect(odditiesOf(text, 1)).toEqual(['json_duplicate_key a', 'json_big_number n']);
  });

  it('is never missed by the quick look, and never found in what was written without it', () => {
    const key = fc.oneof(fc.string({ maxLength: 4, unit: 'binary' }), fc.constantFrom('a', '":', '\\', '__proto__'));
    const json = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.integer(),
        fc.string({ maxLength: 8 }),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
      ),
    })).tree;
    fc.assert(
      fc.property(json, fc.constantFrom(0, 1), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(odditiesOf(text).filter((found) => !found.startsWith('json_lone_surrogate'))).toEqual([]);
      }),
      { numRuns: 500 },
    );
    const members = fc.array(fc.tuple(key, fc.constantFrom('1', '"\\":"', '{"a":[]}')), { maxLength: 6 });
    fc.assert(
      fc.property(members, fc.constantFrom('', ' ', '\n\t'), (pairs, blank) => {
        const text = `{${pairs.map(([name, value]) => `${JSON.stringify(name)}${blank}:${value}`).join(',')}}`;
        const hasDuplicate = new Set(pairs.map(([name]) => name)).size < pairs.length;
        expect(odditiesOf(text).some((found) => found.startsWith('json_duplicate_key'))).toBe(hasDuplicate);
        expect(!hasDuplicate || mayBeOdd(text, JSON.parse(text))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('costs no stack, however deep it is nested', () => {
    const deep = `${'['.repeat(1_000_000)}9007199254740993${']'.repeat(1_000_000)}`;
    expect(mayBeOdd(deep, JSON.parse(deep))).toBe(true);
    expect(odditiesOf(deep)).toHaveLength(1);
  });
});
