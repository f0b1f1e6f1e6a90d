import type { DiffChange } from '#shared/protocol/diff.ts';

/** Paths that differ between any two events and so say nothing. */
const identityPaths = new Set(['event_id', 'event_ts']);

export function selectChanges(changes: readonly DiffChange[], ignoreIdentity: boolean): DiffChange[] {
  return changes.filter(({ path }) => !ignoreIdentity || !identityPaths.has(path));
}

/** Next index in a ring of `count` changes; `from` is null before the first step. */
export function stepChange(from: number | null, step: 1 | -1, count: number): number | null {
  if (count === 0) return null;
  if (from === null) return step === 1 ? 0 : count - 1;
  return (from + step + count) % count;
}
