import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '#engine/random/random.ts';

describe('seeded chance', () => {
  it('repeats itself for the same seed', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (seed) => {
        const [one, two] = [createRandom(seed), createRandom(seed)];
        expect([one.uuid(), one.base64(9), one.next()]).toEqual([two.uuid(), two.base64(9), two.next()]);
      }),
    );
  });

  it('gives other ids for another seed', () => {
    const ids = new Set(Array.from({ length: 2_000 }, (_, seed) => createRandom(seed).uuid()));
    expect(ids.size).toBe(2_000);
    expect(createRandom(1).uuid()).not.toBe(createRandom(1 + 2 ** 32).uuid());
  });

  it('stays within the limits of what was asked for', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.nat(1_000), fc.nat(1_000), (seed, min, span) => {
        const value = createRandom(seed).integer(min, min + span);
        expect(Number.isInteger(value) && value >= min && value <= min + span).toBe(true);
      }),
    );
  });

  it('writes version 4 UUIDs and base64 of the length asked for', () => {
    const random = createRandom(5);
    expect(random.uuid()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(Buffer.from(random.base64(33), 'base64')).toHaveLength(33);
    expect(random.digits(6)).toMatch(/^\d{6}$/);
  });

  it('shuffles without losing, adding or changing the list it was given', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.array(fc.integer()), (seed, values) => {
        const before = [...values];
        const shuffled = createRandom(seed).shuffled(values);
        expect(values).toEqual(before);
        expect(shuffled.toSorted((a, b) => a - b)).toEqual(before.toSorted((a, b) => a - b));
      }),
    );
  });
});
