import type { Spread } from '../protocol/experiment.ts';

/** What a set of durations has in common, milliseconds; null for none. The median of an even number is the middle of the two in the middle. */
export function toSpread(values: readonly number[]): Spread | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [minMs] = sorted;
  const maxMs = sorted.at(-1);
  if (minMs === undefined || maxMs === undefined) return null;
  const half = (sorted.length - 1) / 2;
  const medianMs = ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half)] ?? 0)) / 2;
  return {
    count: sorted.length,
    minMs,
    medianMs,
    maxMs,
    jitterMs: Math.max(maxMs - medianMs, medianMs - minMs),
  };
}
