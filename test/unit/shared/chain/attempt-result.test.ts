import { describe, expect, it } from 'vitest';
import { closedBy, heldMs, type AttemptFacts } from '#shared/chain/attempt-result.ts';
import { answered, attemptFacts, held, left } from './attempt-facts.ts';

describe('how a try ended', () => {
  it.each<[string, AttemptFacts, number | null, 'receiver' | 'sender' | null]>([
    ['answered', answered(100, 500), null, null],
    ['answered with a delay', attemptFacts(100, { answeredAtMs: 900 }), null, null],
    ['held until the sender went', held(100, { peerClosedAtMs: 400 }), 300, 'sender'],
    ['held until we closed', held(100, { answeredAtMs: 600 }), 500, 'receiver'],
    ['held and let go with a status', held(100, { answeredAtMs: 600, released: { status: 200 } }), 500, null],
    ['held and dropped', held(100, { answeredAtMs: 600, released: { status: null } }), 500, 'receiver'],
    ['still held', held(100), null, null],
    ['left before the answer', left(100, 200, 150), 50, 'sender'],
    ['reset', attemptFacts(100, { answer: { action: 'reset', status: null, released: null } }), null, 'receiver'],
    ['answered, then left', { ...answered(100, 200), peerClosedAtMs: 150 }, null, null],
  ])('%s', (_, facts, ms, by) => {
    expect([heldMs(facts), closedBy(facts)]).toEqual([ms, by]);
  });
});
