import { describe, expect, it } from 'vitest';
import {
  describeChain,
  describeNextTry,
  isDuplicateAfterSuccess,
} from '#renderer/features/detail/attempts/chain-text.ts';
import type { Chain, ChainAttempt } from '#shared/protocol/delivery.ts';

function attempt(ordinal: number, receivedAt: string, status: number): ChainAttempt {
  return {
    deliveryId: ordinal,
    requestId: ordinal,
    attempt: ordinal,
    receivedAt,
    answeredAt: receivedAt,
    peerClosedAt: null,
    gapMs: null,
    answer: { action: 'respond', status, decidedBy: 'default' },
    sameBody: null,
    origin: 'platform',
  };
}

const chain = (state: Chain['state'], ...attempts: ChainAttempt[]): Chain => ({ eventId: 'e', state, attempts });

describe('the chain of tries in words', () => {
  it('counts tries and the time from first to last', () => {
    const gaveUp = chain(
      'gave_up',
      attempt(1, '2026-11-21T13:00:00.000Z', 500),
      attempt(2, '2026-11-21T13:02:31.000Z', 500),
    );
    expect(describeChain(gaveUp)).toBe('2 tries · gave up · first → last 2 m 31 s');
    expect(describeChain(chain('complete', attempt(1, '2026-11-21T13:00:00.000Z', 200)))).toBe('1 try · complete');
  });

  it('never predicts when the next try comes', () => {
    expect(describeNextTry(chain('pending'))).toBe(
      'The sender tries again, up to 4 tries in total. It does not publish its delays.',
    );
    expect(describeNextTry(chain('unknown'))).toContain('not specified');
    expect(describeNextTry(chain('complete'))).toBeNull();
  });

  it('marks what came after a 200 as a duplicate', () => {
    const first = attempt(1, '2026-11-21T13:00:00.000Z', 200);
    const second = attempt(2, '2026-11-21T13:00:01.000Z', 200);
    const both = chain('complete', first, second);
    expect([first, second].map((each) => isDuplicateAfterSuccess(both, each))).toEqual([false, true]);
  });
});
