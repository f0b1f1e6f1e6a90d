import { describe, expect, it } from 'vitest';
import { answerProgramSchema, type Rule } from '#shared/answer/answer.ts';
import {
  canLoseEvents,
  describeArmed,
  describeEnd,
  describeLimit,
  isUnacted,
  toAnswerMode,
  toFault,
  toTitleMark,
} from '#renderer/features/answer/answer-plan.ts';
import { limitChoices, readLimit, toLimitKey } from '#renderer/features/answer/limit-choices.ts';
import { emptyFaultDraft, readFault, toFaultDraft } from '#renderer/features/answer/read-fault.ts';
import { toFaultProgram } from '#renderer/features/answer/use-answer.ts';
import { testAnswer } from '../../test-status.ts';

const armedAt = '2026-11-21T13:00:00.000Z';
const armed = (change: Parameters<typeof testAnswer>[0]) => testAnswer({ armedAt, ...change });
const rule: Rule = { action: 'respond', status: 500, when: 'is:retry' };

describe('the answer that is armed', () => {
  it('lights up its segment, or none where none says it all', () => {
    const modes = (['200', '401', '500', 'timeout'] as const).map((mode) =>
      toAnswerMode(armed({ override: toFault(mode) })),
    );
    expect(modes).toEqual(['200', '401', '500', 'timeout']);
    expect(toAnswerMode(armed({ rules: [rule] }))).toBe('rules');
    expect(toAnswerMode(armed({ override: { action: 'respond', status: 500, delayMs: 10 } }))).toBeNull();
    expect(toAnswerMode(armed({ override: { action: 'reset' }, rules: [rule] }))).toBeNull();
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

  it('counts its rules', () => {
    expect(describeArmed(armed({ rules: [rule, rule] }), 0)).toBe('2 rules');
    expect(toTitleMark(armed({ rules: [rule] }))).toBe('▲1 rule');
  });

  it('says nothing while it is a plain 200', () => {
    expect(describeArmed(testAnswer(), 0)).toBeNull();
    expect([toTitleMark(undefined), toTitleMark(testAnswer())]).toEqual(['', '']);
  });

  it('says what is in force again when its limit ran out', () => {
    const ended = armed({ override: toFault('500'), limit: { requests: 5 } });
    expect(describeEnd(ended, testAnswer())).toBe('Back to 200: 500 for 5 requests is over');
    const timed = armed({ override: toFault('timeout'), limit: { seconds: 30 } });
    expect(describeEnd(timed, testAnswer({ rules: [rule] }))).toBe('Back to 1 rule: timeout for 30 s is over');
  });

  it('is told from one that can use up the attempts of an event, and from one that the sender does not act on', () => {
    const faults = [
      toFault('500'),
      toFault('timeout'),
      toFault('401'),
      null,
      { action: 'respond', status: 400 } as const,
    ];
    expect(faults.map((override) => canLoseEvents(armed({ override })))).toEqual([true, true, false, false, false]);
    expect(canLoseEvents(armed({ rules: [rule] }))).toBe(true);
    expect(faults.map((override) => isUnacted(armed({ override })))).toEqual([false, false, false, false, true]);
  });
});

describe('what is armed by a click', () => {
  it('never has a limit, a rescue or a tick left over on the way back to 200', () => {
    const before = armed({ override: toFault('500'), rescueLastAttempt: true, keep: true });
    expect(toFaultProgram(null, { requests: 3 }, before)).toEqual(answerProgramSchema.parse({}));
  });

  it('keeps the ticks of the fault before, and starts without them', () => {
    const before = armed({ override: toFault('500'), rescueLastAttempt: true });
    expect(toFaultProgram({ action: 'hang' }, null, before)).toMatchObject({ rescueLastAttempt: true, keep: false });
    expect(toFaultProgram({ action: 'hang' }, null, testAnswer())).toMatchObject({ rescueLastAttempt: false });
  });
});

describe('the limit of a fault', () => {
  it('is found again in the menu, or named', () => {
    expect(toLimitKey(limitChoices.next5.limit)).toBe('next5');
    expect(toLimitKey({ requests: 7 })).toBeNull();
    expect([null, { requests: 7 }, { seconds: 41.2 }].map(describeLimit)).toEqual(['always', 'next 7', '42 s']);
  });

  it('is any whole number of requests, or any time', () => {
    expect(readLimit('requests', '37')).toEqual({ requests: 37 });
    expect(readLimit('seconds', '1.5')).toEqual({ seconds: 1.5 });
    const problems = [
      readLimit('requests', '0'),
      readLimit('requests', '1.5'),
      readLimit('seconds', ''),
      readLimit('seconds', 'x'),
    ];
    expect(problems.every((limit) => 'problem' in limit)).toBe(true);
  });
});

describe('the fields of another answer', () => {
  const draft = { ...emptyFaultDraft, status: '503' };

  it('become the fault they describe, and back', () => {
    const typed = { ...draft, delay: '1.5', headers: 'Retry-After: 120\nX-A: b: c', body: 'x' };
    const fault = {
      action: 'respond',
      status: 503,
      delayMs: 1500,
      headers: { 'Retry-After': '120', 'X-A': 'b: c' },
      body: 'x',
    } as const;
    expect(readFault(typed)).toEqual(fault);
    expect(toFaultDraft(fault)).toEqual(typed);
    expect(readFault({ ...draft, action: 'hang', hold: '30' })).toEqual({ action: 'hang', holdMs: 30_000 });
    expect(readFault(toFaultDraft({ action: 'hang' }))).toEqual({ action: 'hang' });
    expect(readFault(toFaultDraft({ action: 'reset' }))).toEqual({ action: 'reset' });
  });

  it('say what to change', () => {
    const problem = 'A status is a whole number from 200 to 599.';
    expect(readFault({ ...draft, status: 'teapot' })).toEqual({ problem });
    expect(readFault({ ...draft, status: '' })).toEqual({ problem });
    expect(readFault({ ...draft, delay: '-1' })).toEqual({ problem: 'A delay is 0 to 600 seconds.' });
    expect(readFault({ ...draft, headers: 'no colon' })).toEqual({
      problem: '“no colon” is no header: write Name: value.',
    });
    expect(readFault({ ...draft, headers: 'Content-Length: 3' })).toEqual({
      problem: 'Header content-length and transfer-encoding are set by the receiver.',
    });
  });
});
