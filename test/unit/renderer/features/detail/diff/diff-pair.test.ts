import { describe, expect, it } from 'vitest';
import { chooseDiffPair } from '#renderer/features/detail/diff/diff-pair.ts';

const choice = { currentId: 9, pinnedId: null, defaultId: 8, partner: 'pinned' } as const;

describe('the partner of a comparison', () => {
  it('is the pinned delivery where there is one', () => {
    expect(chooseDiffPair({ ...choice, pinnedId: 3 })).toEqual({ a: 3, b: 9, reason: 'pinned' });
  });

  it('is the default partner when nothing is pinned, or when it is asked for', () => {
    expect(chooseDiffPair(choice)).toEqual({ a: 8, b: 9, reason: 'default' });
    expect(chooseDiffPair({ ...choice, pinnedId: 3, partner: 'default' })).toEqual({ a: 8, b: 9, reason: 'default' });
  });

  it('is never the delivery itself', () => {
    expect(chooseDiffPair({ ...choice, pinnedId: 9, defaultId: null })).toBeNull();
    expect(chooseDiffPair({ ...choice, pinnedId: 9 })).toEqual({ a: 8, b: 9, reason: 'default' });
  });
});
