import { describe, expect, it } from 'vitest';
import { attemptClasses } from '#shared/protocol/delivery.ts';
import { toAnswerLook } from '#renderer/ui/answer-pill.tsx';
import { classWords } from '#renderer/ui/attempt/class-words.ts';
import { readTry } from '#renderer/ui/attempt/try-mark.ts';

const failed = {
  action: 'respond',
  status: 500,
  decidedBy: 'override',
  detail: null,
  note: null,
  released: null,
} as const;
const held = { ...failed, action: 'hang', status: null } as const;
const tryOf = (attempt: number, attempts: number, rest: Partial<Parameters<typeof readTry>[0]> = {}) =>
  readTry({ attempt, attempts, classes: [], answer: failed, ...rest });

describe('the try of a delivery', () => {
  it('counts up to the limit of the specification, and beyond it without one', () => {
    expect([tryOf(1, 1), tryOf(1, 3), tryOf(3, 3), tryOf(5, 5)].map(({ count }) => count)).toEqual([
      '1',
      '1/4',
      '3/4',
      '5',
    ]);
  });

  it('is the last one only when it is the newest and failed in a way that is retried', () => {
    expect(tryOf(4, 4).mark).toBe('gave-up');
    expect(tryOf(4, 4, { answer: held }).mark).toBe('gave-up');
    expect(tryOf(4, 5).mark).toBe('retry');
    expect(tryOf(4, 4, { answer: { ...failed, status: 200 } }).mark).toBe('retry');
    expect(tryOf(4, 4, { answer: { ...held, released: { status: 200 } } }).mark).toBe('retry');
    // Nothing is said of a reset, or of other statuses.
    expect(tryOf(4, 4, { answer: { ...failed, action: 'reset', status: null } }).mark).toBe('retry');
    expect(tryOf(4, 4, { answer: { ...failed, status: 503 } }).mark).toBe('retry');
  });

  it('is a duplicate after an accepted one, and says so in words', () => {
    const duplicate = tryOf(2, 2, { classes: ['duplicate-after-200', 'different-body'] });
    expect(duplicate.mark).toBe('duplicate');
    expect(duplicate.words).toBe(
      'try 2 of 2 seen, duplicate: an earlier try had been accepted, other bytes than the try before',
    );
  });

  it('has words for every class', () => {
    const words = attemptClasses.map((each) => classWords[each].words);
    expect(new Set(words).size).toBe(attemptClasses.length);
  });
});

describe('a request that was held and let go', () => {
  it('shows what it was let go with', () => {
    expect(toAnswerLook({ ...held, released: { status: 200 } })).toEqual({
      tone: 'ok',
      icon: 'clock',
      label: '200',
      words: 'held, then answered 200',
    });
    expect(toAnswerLook({ ...held, released: { status: null } }).words).toBe('held, then dropped');
  });
});
