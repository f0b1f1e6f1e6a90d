import { describe, expect, it } from 'vitest';
import { selectChanges, stepChange } from '#renderer/features/detail/diff/diff-changes.ts';

describe('walking the differences', () => {
  it('goes round in both directions', () => {
    expect([stepChange(null, 1, 3), stepChange(2, 1, 3), stepChange(null, -1, 3), stepChange(0, -1, 3)]).toEqual([
      0, 0, 2, 2,
    ]);
    expect(stepChange(null, 1, 0)).toBeNull();
  });

  it('leaves out what differs between any two events, when asked', () => {
    const changes = ['event_id', 'event_ts', 'payload.job_id'].map(
      (path) => ({ path, kind: 'changed', a: 'null', b: '""' }) as const,
    );
    expect(selectChanges(changes, true).map(({ path }) => path)).toEqual(['payload.job_id']);
    expect(selectChanges(changes, false)).toHaveLength(3);
  });
});
