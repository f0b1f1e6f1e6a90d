import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeJsonFailure, scanJsonValue } from '#shared/envelope/json/scan-json-value.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function failureOf(text: string): string | null {
  const bytes = encode(text);
  const scan = scanJsonValue(bytes, 0);
  return scan.ok ? null : describeJsonFailure(bytes, scan.offset);
}

function isWholeJson(text: string): boolean {
  const bytes = encode(text);
  const scan = scanJsonValue(bytes, 0);
  return scan.ok && text.slice(scan.end).trim() === '' && bytes.length === text.length;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('finding where JSON stops being JSON', () => {
  it.each([
    ['', 'Unexpected end of JSON at line 1, column 1'],
    ['{"a":', 'Unexpected end of JSON at line 1, column 6'],
    ['{"a" 1}', 'Unexpected character 1 at line 1, column 6'],
    ['{"a":1,}', 'Unexpected character } at line 1, column 8'],
    ['[1,]', 'Unexpected character ] at line 1, column 4'],
    ['[1}', 'Unexpected character } at line 1, column 3'],
    ['{"é":tru}', 'Unexpected character } at line 1, column 9'],
    ['{\n  "é": 1,\r\n  "b": x\n}', 'Unexpected character x at line 3, column 8'],
    ['[1,\r2,\r\r]', 'Unexpected character ] at line 4, column 1'],
    ['["a\nb"]', 'Unexpected byte 0x0a at line 1, column 4'],
    ['["\\x"]', 'Unexpected character x at line 1, column 4'],
    ['["\\u12g4"]', 'Unexpected character g at line 1, column 7'],
    ['[-]', 'Unexpected character ] at line 1, column 3'],
    ['[01]', 'Unexpected character 1 at line 1, column 3'],
    ['[1.]', 'Unexpected character ] at line 1, column 4'],
    ['[1e+]', 'Unexpected character ] at line 1, column 5'],
    ["{'a':1}", "Unexpected character ' at line 1, column 2"],
  ])('says of %j: %s', (text, message) => {
    expect(failureOf(text)).toBe(message);
  });

  it('reads one value and leaves what follows', () => {
    expect(scanJsonValue(encode('  {"a":[1,{"b":"}"}]}  true'), 0)).toEqual({ ok: true, start: 2, end: 21 });
  });

  it('reads a million levels', () => {
    const deep = encode('['.repeat(1_000_000) + ']'.repeat(1_000_000));
    expect(scanJsonValue(deep, 0)).toEqual({ ok: true, start: 0, end: 2_000_000 });
  });

  it('agrees with JSON.parse on JSON and on everything close to it', () => {
    const piece = fc.constantFrom(
      ...Array.from('{}[],:"\\ \n-+.eEu0129a'),
      'true',
      'null',
      '"a"',
      '"a":',
      '\\u00e9',
      '{"a":1}',
      '[1]',
    );
    const soup = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.oneof(soup, fc.json()), (text) => {
        fc.pre(encode(text).length === text.length);
        expect(isWholeJson(text)).toBe(parses(text));
      }),
      { numRuns: 3000 },
    );
  });
});
