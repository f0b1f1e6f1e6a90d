import { describe, expect, it } from 'vitest';
import type { AttemptFacts } from '#shared/chain/attempt-result.ts';
import { classifyAttempt, isAcceptedBefore, isSpentBefore, type AttemptPlace } from '#shared/chain/classify-attempt.ts';
import type { AttemptClass } from '#shared/protocol/delivery.ts';
import { answered, attemptFacts, held, left } from './attempt-facts.ts';

const first: AttemptPlace = {
  attempt: 1,
  origin: 'platform',
  before: null,
  sameBody: null,
  acceptedBefore: false,
  spentBefore: false,
};

/** A second attempt at 100 ms after `before`. */
function classesAfter(before: AttemptFacts): AttemptClass[] {
  const now = answered(100, 200);
  return classifyAttempt(now, {
    ...first,
    attempt: 2,
    before,
    sameBody: true,
    acceptedBefore: isAcceptedBefore(before, now),
  });
}

describe('what a try is in its chain', () => {
  it.each<[string, AttemptFacts, AttemptClass]>([
    ['500', answered(0, 500), 'retry-after-500'],
    ['500 that is not known to have been given', { ...answered(0, 500), answeredAtMs: null }, 'retry-after-500'],
    ['a hold until the sender went', held(0, { peerClosedAtMs: 50 }), 'retry-after-timeout'],
    ['a hold until we closed', held(0, { answeredAtMs: 50 }), 'retry-after-other'],
    ['a hold that goes on', held(0), 'retry-after-timeout'],
    ['a hold that was let go with 500', held(0, { answeredAtMs: 50, released: { status: 500 } }), 'retry-after-500'],
    ['a hold that was let go with 404', held(0, { answeredAtMs: 50, released: { status: 404 } }), 'retry-after-other'],
    ['a hold that was dropped', held(0, { answeredAtMs: 50, released: { status: null } }), 'retry-after-other'],
    ['a 200 that came too late', left(0, 200, 50), 'retry-after-timeout'],
    ['a 401 that came too late', left(0, 401, 50), 'retry-after-timeout'],
    ['an answer that came only afterwards', attemptFacts(0, { answeredAtMs: 101 }), 'retry-after-timeout'],
    ['a 200 that is not known to have been given', attemptFacts(0, { answeredAtMs: null }), 'retry-after-timeout'],
    ['401', answered(0, 401), 'retry-after-other'],
    ['503', answered(0, 503), 'retry-after-other'],
    ['a reset', attemptFacts(0, { answer: { action: 'reset', status: null, released: null } }), 'retry-after-other'],
    ['200', answered(0, 200), 'duplicate-after-200'],
    ['200 in the same millisecond', attemptFacts(0, { answeredAtMs: 100 }), 'duplicate-after-200'],
    [
      'a hold that was let go with 200',
      held(0, { answeredAtMs: 50, released: { status: 200 } }),
      'duplicate-after-200',
    ],
  ])('after %s is told by it', (_, before, expected) => {
    expect(classesAfter(before)).toEqual([expected]);
  });

  it('is nothing special where it is the first and was answered', () => {
    expect(classifyAttempt(answered(0, 200), first)).toEqual([]);
    expect(classifyAttempt(held(0), first)).toEqual([]);
  });

  it('is a late 200 where the sender had gone, also from a hold', () => {
    expect(classifyAttempt(left(0, 200, 5), first)).toEqual(['late-ack']);
    expect(classifyAttempt(held(0, { peerClosedAtMs: 5, released: { status: 200 } }), first)).toEqual(['late-ack']);
    expect(classifyAttempt(left(0, 500, 5), first)).toEqual([]);
    expect(classifyAttempt(held(0, { peerClosedAtMs: 5 }), first)).toEqual([]);
  });

  it('can be several things at once', () => {
    const place = {
      attempt: 5,
      origin: 'replay',
      before: answered(50, 500),
      sameBody: false,
      acceptedBefore: true,
      spentBefore: true,
    } as const;
    expect(classifyAttempt(left(100, 200, 101), place)).toEqual([
      'retry-after-500',
      'duplicate-after-200',
      'late-ack',
      'different-body',
      'beyond-limit',
      'own-replay',
    ]);
  });

  it.each<[string, AttemptFacts[], boolean]>([
    ['three failures', [answered(0, 500), answered(1, 500), answered(2, 500)], false],
    ['four', [answered(0, 500), held(1, { peerClosedAtMs: 2 }), left(3, 200, 4), answered(5, 500)], true],
    [
      'three and an answer of which nothing is said',
      [...[0, 1, 2].map((at) => answered(at, 500)), answered(3, 401)],
      false,
    ],
    ['four times 401', [0, 1, 2, 3].map((at) => answered(at, 401)), false],
    ['four connections that we closed', [0, 2, 4, 6].map((at) => held(at, { answeredAtMs: at + 1 })), false],
    ['a batch that failed with four envelopes', [0, 0, 0, 0].map((at) => answered(at, 500)), false],
  ])('after %s is beyond the limit only where all it allows had failed', (_, chain, expected) => {
    expect(isSpentBefore(chain, 101)).toBe(expected);
    expect(isSpentBefore(chain, 1)).toBe(false);
    const classes = classifyAttempt(answered(100, 200), { ...first, attempt: 5, spentBefore: expected });
    expect(classes).toEqual(expected ? ['beyond-limit'] : []);
  });

  it('is never a duplicate of its own request', () => {
    const facts = answered(0, 200);
    expect(isAcceptedBefore(facts, facts)).toBe(false);
  });
});
