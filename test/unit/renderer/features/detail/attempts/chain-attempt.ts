import type { Chain, ChainAttempt } from '#shared/protocol/delivery.ts';

/** An attempt that was answered 200 by default, one second after the one before. */
export function chainAttempt(ordinal: number, rest: Partial<ChainAttempt> = {}): ChainAttempt {
  const receivedAt = new Date(Date.UTC(2026, 10, 21, 13, 0, ordinal)).toISOString();
  return {
    deliveryId: ordinal,
    requestId: 100 + ordinal,
    attempt: ordinal,
    receivedAt,
    answeredAt: receivedAt,
    peerClosedAt: null,
    gapMs: ordinal === 1 ? null : 1000,
    answer: answered(200),
    sameBody: ordinal === 1 ? null : true,
    changedHeaders: ordinal === 1 ? null : [],
    classes: [],
    heldMs: null,
    closedBy: null,
    batch: null,
    origin: 'platform',
    ...rest,
  };
}

export function answered(status: number): ChainAttempt['answer'] {
  return { action: 'respond', status, decidedBy: 'default', detail: null, note: null, released: null };
}

export function chainOf(state: Chain['state'], ...attempts: ChainAttempt[]): Chain {
  return { eventId: 'e-1', joinedBy: 'event_id', state, attempts, truncated: false };
}
