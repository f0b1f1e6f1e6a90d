import { describe, expect, it } from 'vitest';
import { toCredentialSpan, toTimeAxis } from '#renderer/features/sender/credential-spans.ts';
import type { Credential } from '#shared/protocol/sender.ts';

function credential(fromMinute: number, toMinute: number, expiresMinute: number | null = null): Credential {
  const at = (minute: number): string => new Date(minute * 60_000).toISOString();
  return {
    credential: 1,
    scheme: 'bearer',
    firstSeenAt: at(fromMinute),
    lastSeenAt: at(toMinute),
    requests: 1,
    verdicts: {},
    issuedAt: null,
    expiresAt: expiresMinute === null ? null : at(expiresMinute),
    subject: null,
  };
}

describe('credentials on a common axis of time', () => {
  it('lie where they were seen, with their expiry where that is on the axis', () => {
    const all = [credential(0, 10, 15), credential(10, 20, 80)];
    const axis = toTimeAxis(all);
    expect(axis && all.map((one) => toCredentialSpan(one, axis))).toEqual([
      { seen: { start: 0, length: 0.5 }, expires: 0.75 },
      { seen: { start: 0.5, length: 0.5 }, expires: null },
    ]);
  });

  it('fill an axis without length', () => {
    const axis = toTimeAxis([credential(5, 5)]);
    expect(axis && toCredentialSpan(credential(5, 5), axis).seen).toEqual({ start: 0, length: 1 });
    expect(toTimeAxis([])).toBeNull();
  });
});
