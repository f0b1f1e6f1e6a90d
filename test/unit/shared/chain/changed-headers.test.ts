import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedHeaders } from '#shared/chain/changed-headers.ts';
import type { HeaderPair } from '#shared/http/header-pair.ts';

const headers: fc.Arbitrary<HeaderPair[]> = fc.array(
  fc.tuple(fc.constantFrom('A', 'a', 'B', 'b', '__proto__'), fc.constantFrom('1', '2')),
  { maxLength: 6 },
);

describe('headers that changed between two tries', () => {
  it.each<[HeaderPair[], HeaderPair[], string[]]>([
    [[['Date', 'a']], [['date', 'b']], ['date']],
    [[['A', '1']], [['a', '1']], []],
    [
      [
        ['A', '1'],
        ['A', '2'],
      ],
      [
        ['a', '2'],
        ['A', '1'],
      ],
      [],
    ],
    [
      [
        ['A', '1'],
        ['A', '1'],
      ],
      [['A', '1']],
      ['a'],
    ],
    [
      [
        ['Gone', '1'],
        ['Kept', '1'],
      ],
      [
        ['Kept', '1'],
        ['New', ''],
      ],
      ['new', 'gone'],
    ],
    [[['A', '']], [], ['a']],
  ])('between %j and %j are %j', (before, after, names) => {
    expect(changedHeaders(before, after)).toEqual(names);
  });

  it('are none in whatever order and case the same headers come, and the same from both sides', () => {
    fc.assert(
      fc.property(headers, headers, (before, after) => {
        const shuffled = before.toReversed().map(([name, value]): HeaderPair => [name.toUpperCase(), value]);
        expect(changedHeaders(before, shuffled)).toEqual([]);
        expect(new Set(changedHeaders(before, after))).toEqual(new Set(changedHeaders(after, before)));
      }),
    );
  });
});
