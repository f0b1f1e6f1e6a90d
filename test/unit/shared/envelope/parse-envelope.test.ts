import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonDepthExceeds, parseEnvelope } from '#shared/envelope/parse-envelope.ts';

describe('parsing an envelope', () => {
  it('gives the value, and undefined for what is no JSON', () => {
    expect(parseEnvelope('{"event_id":"e1"}')).toEqual({ event_id: 'e1' });
    expect(parseEnvelope('\u{FEFF}[1]')).toEqual([1]);
    for (const text of ['', '{', 'undefined', '{"a":1}{"a":2}']) expect(parseEnvelope(text)).toBeUndefined();
  });

  it('survives a million levels', () => {
    expect(parseEnvelope('['.repeat(1_000_000) + ']'.repeat(1_000_000))).toBeInstanceOf(Array);
  });
});

describe('measuring nesting', () => {
  it.each([
    ['1', 0, false],
    ['[]', 0, true],
    ['[]', 1, false],
    ['{"a":[{}]}', 2, true],
    ['{"a":[{}]}', 3, false],
    ['["[[[["]', 1, false],
    ['["\\"[[[["]', 1, false],
    ['[],[],[]', 1, false],
    [`${'['.repeat(600)}${']'.repeat(600)}`, 512, true],
  ])('of %j against %i', (text, limit, expected) => {
    expect(jsonDepthExceeds(text, limit)).toBe(expected);
  });

  it('ends for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(jsonDepthExceeds(text, 3)).toBeTypeOf('boolean');
      }),
    );
  });
});
