import { describe, expect, it } from 'vitest';
import {
  describeBatch,
  describeChain,
  describeConversation,
  describeEvidence,
  describeHeaders,
  describeNextTry,
} from '#renderer/features/detail/attempts/chain-text.ts';
import { answered, chainAttempt, chainOf } from './chain-attempt.ts';

describe('the chain of tries in words', () => {
  it('counts tries and the time from first to last', () => {
    const last = chainAttempt(2, { receivedAt: '2026-11-21T13:02:32.000Z', answer: answered(500) });
    expect(describeChain(chainOf('gave_up', chainAttempt(1), last))).toBe('2 tries · gave up · first → last 2 m 31 s');
    expect(describeChain(chainOf('complete', chainAttempt(1)))).toBe('1 try · complete');
    const cut = { ...chainOf('pending', chainAttempt(1)), truncated: true };
    expect(describeChain(cut)).toBe('newest 1 tries · not accepted yet');
  });

  it('never predicts when the next try comes', () => {
    expect(describeNextTry(chainOf('pending'))).toBe('The sender tries again, up to 4 tries in total.');
    expect(describeNextTry(chainOf('gave_up'))).toBe('The sender will not try again: 4 tries is its limit.');
    expect(describeNextTry(chainOf('unknown'))).toContain('not specified');
    expect(describeNextTry(chainOf('complete'))).toBeNull();
  });

  it('says what joins the tries, and how well that holds', () => {
    const tries = [chainAttempt(1), chainAttempt(2), chainAttempt(3, { sameBody: false }), chainAttempt(4)];
    expect(describeEvidence(chainOf('complete', ...tries))).toBe(
      'Joined by event_id; the specification does not say that a retry repeats it: body bytes identical in 2 of 3.',
    );
    expect(describeEvidence({ ...chainOf('pending', ...tries), eventId: null, joinedBy: 'body' })).toBe(
      'No event_id could be read: joined by identical body bytes.',
    );
  });
});

describe('one try in words', () => {
  const hang = { ...answered(200), action: 'hang', status: null } as const;

  it('says how long it took, or was held, and who ended it', () => {
    expect(describeConversation(chainAttempt(1))).toBe('0 ms');
    expect(describeConversation(chainAttempt(1, { answer: hang, heldMs: 60_000, closedBy: 'sender' }))).toBe(
      'held 60.0 s, closed by the sender',
    );
    const released = { ...hang, released: { status: 200 } };
    expect(describeConversation(chainAttempt(1, { answer: released, heldMs: 1500 }))).toBe(
      'held 1.5 s, released with 200',
    );
    expect(describeConversation(chainAttempt(1, { answer: hang, answeredAt: null }))).toBe('held now');
    expect(describeConversation(chainAttempt(1, { answeredAt: null }))).toBe('open');
  });

  it('says what its answer meant for a batch', () => {
    expect(describeBatch(chainAttempt(1))).toBeNull();
    expect(describeBatch(chainAttempt(1, { batch: { size: 25, sameEvents: null } }))).toBe(
      'applies to all 25 events of this request',
    );
    expect(describeBatch(chainAttempt(2, { batch: { size: 25, sameEvents: true } }))).toContain('; same events as');
    expect(describeBatch(chainAttempt(2, { batch: { size: 1, sameEvents: false } }))).toBe(
      'applies to the one event of this request; other events than the attempt before',
    );
  });

  it('names the headers that changed', () => {
    expect(describeHeaders(chainAttempt(1))).toBeNull();
    expect(describeHeaders(chainAttempt(2))).toBe('headers: none changed');
    expect(describeHeaders(chainAttempt(2, { changedHeaders: ['date', 'a', 'b', 'c', 'd'] }))).toBe(
      'headers: 5 changed (date, a, b, c, …)',
    );
  });
});
