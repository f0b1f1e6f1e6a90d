import type { Credential } from '#shared/protocol/sender.ts';

/** Where something is on the common axis of time, as fractions of its length. */
export interface Span {
  start: number;
  length: number;
}

export interface CredentialSpan {
  seen: Span;
  /** When its token expires; null where that is not known or beyond the axis. */
  expires: number | null;
}

export interface TimeAxis {
  fromMs: number;
  toMs: number;
}

/** From the first use of any credential to the last; null without credentials. */
export function toTimeAxis(credentials: readonly Credential[]): TimeAxis | null {
  if (credentials.length === 0) return null;
  const firsts = credentials.map(({ firstSeenAt }) => Date.parse(firstSeenAt));
  const lasts = credentials.map(({ lastSeenAt }) => Date.parse(lastSeenAt));
  return { fromMs: Math.min(...firsts), toMs: Math.max(...lasts) };
}

/** Where a credential lies on the axis. On an axis without length everything fills it. */
export function toCredentialSpan(
  { firstSeenAt, lastSeenAt, expiresAt }: Pick<Credential, 'firstSeenAt' | 'lastSeenAt' | 'expiresAt'>,
  { fromMs, toMs }: TimeAxis,
): CredentialSpan {
  const whole = toMs - fromMs;
  if (whole <= 0) return { seen: { start: 0, length: 1 }, expires: null };
  const at = (iso: string): number => (Date.parse(iso) - fromMs) / whole;
  const start = at(firstSeenAt);
  const expires = expiresAt === null ? null : at(expiresAt);
  return {
    seen: { start, length: at(lastSeenAt) - start },
    expires: expires !== null && expires >= 0 && expires <= 1 ? expires : null,
  };
}
