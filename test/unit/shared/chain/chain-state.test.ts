import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AttemptFacts } from '#shared/chain/attempt-result.ts';
import { chainState } from '#shared/chain/chain-state.ts';
import type { Chain } from '#shared/protocol/delivery.ts';
import { answered, attemptFacts, held, left } from './attempt-facts.ts';

const failures = (...times: number[]): AttemptFacts[] => times.map((atMs) => answered(atMs, 500));
const reset = (atMs: number): AttemptFacts =>
  attemptFacts(atMs, { answer: { action: 'reset', status: null, released: null } });

describe('the state of a chain', () => {
  it.each<[string, AttemptFacts[], Chain['state']]>([
    ['one 500', failures(0), 'pending'],
    ['three 500', failures(0, 1, 2), 'pending'],
    ['four 500', failures(0, 1, 2, 3), 'gave_up'],
    ['five 500', failures(0, 1, 2, 3, 4), 'gave_up'],
    [
      'failures of every kind',
      [answered(0, 500), held(1, { peerClosedAtMs: 2 }), left(3, 200, 4), held(5, { peerClosedAtMs: 6 })],
      'gave_up',
    ],
    ['a fourth that is still held', [...failures(0, 1, 2), held(3)], 'pending'],
    [
      'a fourth that was let go with 500',
      [...failures(0, 1, 2), held(3, { answeredAtMs: 9, released: { status: 500 } })],
      'gave_up',
    ],
    [
      'a fourth that was let go with 200',
      [...failures(0, 1, 2), held(3, { answeredAtMs: 9, released: { status: 200 } })],
      'complete',
    ],
    [
      'a 200 released to a sender that had gone',
      [held(0, { peerClosedAtMs: 5, released: { status: 200 } })],
      'pending',
    ],
    ['a held request that was dropped', [held(0, { answeredAtMs: 5, released: { status: null } })], 'unknown'],
    ['a held request that we closed', [held(0, { answeredAtMs: 5 })], 'unknown'],
    ['a fourth that we closed', [...failures(0, 1, 2), held(3, { answeredAtMs: 5 })], 'unknown'],
    ['a 200', [answered(0, 200)], 'complete'],
    ['a 200 that the sender did not wait for', [left(0, 200, 1)], 'pending'],
    ['a 200 that is not known to have been given', [attemptFacts(0, { answeredAtMs: null })], 'pending'],
    ['a 500 after a 200', [answered(0, 200), answered(1, 500)], 'complete'],
    ['a 401', [answered(0, 401)], 'unknown'],
    ['a 204', [answered(0, 204)], 'unknown'],
    ['a 503', [answered(0, 503)], 'unknown'],
    ['a reset', [reset(0)], 'unknown'],
    ['a 401 after a 500', [answered(0, 500), answered(1, 401)], 'unknown'],
    ['a 500 after a 401', [answered(0, 401), answered(1, 500)], 'pending'],
    ['three 500 after a 401', [answered(0, 401), ...failures(1, 2, 3)], 'unknown'],
    ['nothing', [], 'unknown'],
  ])('after %s is as the specification says', (_, attempts, state) => {
    expect(chainState(attempts)).toBe(state);
  });

  it('counts envelopes of one request as one try', () => {
    const twice = failures(0, 1, 2).flatMap((facts) => [facts, facts]);
    expect(chainState(twice)).toBe('pending');
    expect(chainState([...twice, answered(3, 500)])).toBe('gave_up');
  });

  it('is complete exactly when some try was answered 200, whatever else came', () => {
    const attempt = fc.constantFrom(
      answered(0, 200),
      answered(0, 500),
      answered(0, 401),
      held(0),
      left(0, 200, 1),
      reset(0),
    );
    fc.assert(
      fc.property(fc.array(attempt, { maxLength: 8 }), (list) => {
        const attempts = list.map((facts, i) => ({ ...facts, requestId: i + 1 }));
        const isAccepted = attempts.some(({ answer, answeredAtMs }) => answer.status === 200 && answeredAtMs !== null);
        expect(chainState(attempts) === 'complete').toBe(isAccepted);
      }),
    );
  });
});
