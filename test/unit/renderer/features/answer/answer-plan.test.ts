import { describe, expect, it } from 'vitest';
import type { AnswerState } from '#shared/protocol/status.ts';
import { describeArmed, toAnswerMode, toFault, toProgram, toTitleMark } from '#renderer/features/answer/answer-plan.ts';
import { limitChoices, toLimitKey } from '#renderer/features/answer/limit-choices.ts';
import { readFault } from '#renderer/features/answer/read-fault.ts';

const armedAt = '2026-11-21T13:00:00.000Z';
const armed = (state: Partial<AnswerState>): AnswerState => ({
  override: null,
  limit: null,
  rules: [],
  rescueLastAttempt: false,
  remaining: null,
  armedAt,
  held: 0,
  ...state,
});

describe('the answer that is armed', () => {
  it('lights up its segment, or Other… where none fits', () => {
    const modes = (['200', '401', '500', 'timeout'] as const).map((mode) => toAnswerMode({ override: toFault(mode) }));
    expect(modes).toEqual(['200', '401', '500', 'timeout']);
    expect(toAnswerMode({ override: { action: 'respond', status: 500, delayMs: 10 } })).toBe('other');
    expect(toAnswerMode({ override: { action: 'reset' } })).toBe('other');
  });

  it('counts its requests down, on the chip and in the title', () => {
    const answer = armed({ override: toFault('500'), limit: { requests: 5 }, remaining: 3 });
    expect(describeArmed(answer, 0)).toBe('Next 3 of 5 → 500');
    expect(toTitleMark(answer)).toBe('▲500 ×3');
  });

  it('counts its seconds down', () => {
    const answer = armed({ override: toFault('timeout'), limit: { seconds: 60 }, remaining: 60 });
    expect(describeArmed(answer, Date.parse(armedAt) + 18_500)).toBe('42 s → timeout');
    expect(describeArmed(answer, Date.parse(armedAt) + 90_000)).toBe('0 s → timeout');
  });

  it('says nothing while it is a plain 200', () => {
    expect(describeArmed(armed({}), 0)).toBeNull();
    expect(toTitleMark(undefined)).toBe('');
  });

  it('never limits the way back to 200', () => {
    expect(toProgram(null, { requests: 3 })).toMatchObject({ override: null, limit: null });
  });

  it('is found again among the limits of the menu', () => {
    expect(toLimitKey(limitChoices.next5.limit)).toBe('next5');
    expect(toLimitKey({ requests: 7 })).toBeNull();
  });
});

describe('the form of another answer', () => {
  const draft = { action: 'respond', status: '503', delay: '', body: '', hold: '' } as const;

  it('becomes the fault it describes', () => {
    expect(readFault(draft)).toEqual({ action: 'respond', status: 503 });
    expect(readFault({ ...draft, delay: '1.5', body: 'x' })).toEqual({
      action: 'respond',
      status: 503,
      delayMs: 1500,
      body: 'x',
    });
    expect(readFault({ ...draft, action: 'hang', hold: '30' })).toEqual({ action: 'hang', holdMs: 30_000 });
    expect(readFault({ ...draft, action: 'hang' })).toEqual({ action: 'hang' });
  });

  it('says what to change', () => {
    expect(readFault({ ...draft, status: 'teapot' })).toEqual({
      problem: 'A status is a whole number from 200 to 599.',
    });
    expect(readFault({ ...draft, delay: '-1' })).toEqual({ problem: 'A delay is 0 to 600 seconds.' });
  });
});
