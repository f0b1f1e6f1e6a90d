import { formatDuration } from '#renderer/ui/format-amount.ts';

/** `4.2 s ago`, `11 m ago`, `in 3 h`: from two minutes on the largest unit is enough beside the exact time. */
export function formatRelative(atMs: number, nowMs: number): string {
  const sinceMs = nowMs - atMs;
  const size = formatDuration(Math.abs(sinceMs));
  const [amount, unit] = size.split(' ');
  return sinceMs < 0 ? `in ${amount} ${unit}` : `${amount} ${unit} ago`;
}

/** A gap between tries, finer than other durations: `30.4 s`, `61.1 s`; from ten minutes on as others. */
export function formatGap(gapMs: number): string {
  if (gapMs < 1000 || gapMs >= 600_000) return formatDuration(gapMs);
  return `${(Math.round(gapMs / 100) / 10).toFixed(1)} s`;
}

/** Epoch milliseconds of a time of the wire; null where there is none or it cannot be read. */
export function readIsoTime(text: string | null): number | null {
  if (text === null) return null;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : atMs;
}

/** Milliseconds between two times of the wire; null where one of them is missing. */
export function durationBetween(from: string | null, to: string | null): number | null {
  const fromMs = readIsoTime(from);
  const toMs = readIsoTime(to);
  return fromMs === null || toMs === null ? null : toMs - fromMs;
}
