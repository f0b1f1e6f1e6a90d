import type { Limit } from './answer.ts';

/** How much of a limit was used. Times are milliseconds of one clock, chosen by the caller. */
export interface LimitUse {
  /** Requests that were answered. */
  readonly answered: number;
  /** When it ends; null without a limit in seconds. */
  readonly endsAtMs: number | null;
}

/** A limit that begins now. */
export function startLimit(limit: Limit | null, nowMs: number): LimitUse {
  return { answered: 0, endsAtMs: limit !== null && 'seconds' in limit ? nowMs + limit.seconds * 1000 : null };
}

/** Whether nothing is left of it. */
export function isUsedUp(limit: Limit | null, { answered, endsAtMs }: LimitUse, nowMs: number): boolean {
  if (limit === null) return false;
  return 'requests' in limit ? answered >= limit.requests : endsAtMs !== null && nowMs >= endsAtMs;
}

/** Requests, or seconds, that are left; null without a limit. */
export function remainingOf(limit: Limit | null, { answered, endsAtMs }: LimitUse, nowMs: number): number | null {
  if (limit === null) return null;
  if ('requests' in limit) return Math.max(0, limit.requests - answered);
  return Math.max(0, ((endsAtMs ?? nowMs) - nowMs) / 1000);
}
