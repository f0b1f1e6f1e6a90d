import { describe, expect, it } from 'vitest';
import { countMembers } from '#renderer/features/detail/fields/count-members.ts';

describe('members of objects and arrays', () => {
  it('are counted one level below each path', () => {
    const members = countMembers(['payload.a.x', 'payload.a.y', 'payload.s[0].v', 'payload.s[1].v', 'payload.s[1].w']);
    expect(Object.fromEntries(members)).toEqual({
      payload: 2,
      'payload.a': 2,
      'payload.s': 2,
      'payload.s[0]': 1,
      'payload.s[1]': 2,
    });
  });
});
