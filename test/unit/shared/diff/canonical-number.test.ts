import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCanonicalNumber } from '#shared/diff/canonical-number.ts';

describe('the canonical form of a number', () => {
  it.each([
    ['0', '-0.000e12'],
    ['1', '1.0'],
    ['1', '10e-1'],
    ['-120', '-1.2E+2'],
    ['9007199254740993', '9007199254740993.000'],
  ])('is the same for %s and %s', (a, b) => {
    expect(toCanonicalNumber(a)).toBe(toCanonicalNumber(b));
  });

  it.each([
    ['9007199254740993', '9007199254740992'],
    ['0.1', '0.1000000000000000055'],
    ['1', '-1'],
    ['1e400', '1e401'],
    ['10', '1'],
  ])('differs for %s and %s', (a, b) => {
    expect(toCanonicalNumber(a)).not.toBe(toCanonicalNumber(b));
  });

  it('agrees with equality for every number that JavaScript can hold', () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(finite, finite, (a, b) => {
        expect(toCanonicalNumber(JSON.stringify(a)) === toCanonicalNumber(JSON.stringify(b))).toBe(a === b);
      }),
    );
  });
});
