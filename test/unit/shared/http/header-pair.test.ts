import { describe, expect, it } from 'vitest';
import { headerValues, toHeaderPairs } from '#shared/http/header-pair.ts';

describe('header pairs', () => {
  it('keep order, case and duplicates', () => {
    expect(toHeaderPairs(['X', '1', 'a', '2', 'x', '3'])).toEqual([
      ['X', '1'],
      ['a', '2'],
      ['x', '3'],
    ]);
  });

  it('are found by name without case, in order', () => {
    const pairs = toHeaderPairs(['X', '1', '__proto__', '2', 'x', '3']);
    expect(headerValues(pairs, 'x')).toEqual(['1', '3']);
    expect(headerValues(pairs, '__PROTO__')).toEqual(['2']);
    expect(headerValues(pairs, 'gone')).toEqual([]);
  });
});
