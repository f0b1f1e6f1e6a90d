import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  keptProgramAt,
  nextEndAt,
  programAfter,
  programAt,
  refund,
  remainingAt,
  ruleStatesAt,
  unarmed,
} from '#shared/answer/armed-answer.ts';
import { decide, type DecisionContext } from '#shared/answer/decide.ts';
import { arm, decideAll, deny, fail, request, times, type ProgramInput } from './decisions.ts';

describe('deciding an answer', () => {
  it('answers 200 with an empty body while nothing is armed', () => {
    const { decision, next, use } = decide(unarmed, request);
    expect(decision).toEqual({
      action: 'respond',
      status: 200,
      decidedBy: 'default',
      detail: null,
      note: null,
      delayMs: 0,
      holdMs: null,
      headers: {},
      body: '',
    });
    expect([next, use]).toEqual([unarmed, null]);
  });

  it('carries delay, headers and body of an armed response', () => {
    const override = { ...fail, delayMs: 5, headers: { 'x-a': 'b' }, body: 'no' };
    expect(decide(arm({ override }), request).decision).toMatchObject({ ...override, decidedBy: 'override' });
  });

  it.each([
    [{ action: 'hang' } as const, null],
    [{ action: 'hang', holdMs: 7 } as const, 7],
    [{ action: 'reset' } as const, null],
  ])('has no status for %j', (override, holdMs) => {
    const expected = { action: override.action, status: null, holdMs };
    expect(decide(arm({ override }), request).decision).toMatchObject({ ...expected, decidedBy: 'override' });
    expect(decide(arm({ rules: [override] }), request).decision).toMatchObject({ ...expected, decidedBy: 'rule' });
  });

  it.each([
    ['authentication', 'authentication'],
    ['allow-list', 'allow-list'],
  ] as const)(
    'answers 401 to what an enforced %s refuses, whatever is armed, and uses up nothing',
    (refusal, decidedBy) => {
      const armed = arm({ override: fail, limit: { requests: 2 }, rules: [fail], rescueLastAttempt: true });
      const { decision, next, use } = decide(armed, { ...request, refusal, attempt: 4 });
      expect(decision).toMatchObject({ status: 401, decidedBy });
      expect([next, use]).toEqual([armed, null]);
    },
  );
});

describe('the limit of an override', () => {
  it('reaches exactly as many requests as it says, whatever comes between them, then goes back to 200', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.array(fc.constantFrom<DecisionContext['refusal']>(null, 'authentication', 'allow-list'), { maxLength: 80 }),
        (requests, refusals) => {
          const { decisions } = decideAll(
            arm({ override: fail, limit: { requests } }),
            refusals.map((refusal) => ({ refusal })),
          );
          const accepted = decisions.filter((_, i) => refusals[i] === null).map(({ status }) => status);
          expect(accepted).toEqual(accepted.map((_, i) => (i < requests ? 500 : 200)));
        },
      ),
    );
  });

  it('ends with a note on its last request, which says what is in force again', () => {
    const { statuses, notes } = decideAll(arm({ override: fail, limit: { requests: 3 } }), times(4, {}));
    expect(statuses).toEqual([500, 500, 500, 200]);
    expect(notes).toEqual([null, null, '3 of 3 answered 500: back to 200', null]);
  });

  it.each([
    [{ action: 'hang' } as const, '1 of 1 held: back to 200'],
    [{ action: 'reset' } as const, '1 of 1 reset: back to 200'],
  ])('says in the note what was done: %j', (override, note) => {
    expect(decide(arm({ override, limit: { requests: 1 } }), request).decision.note).toBe(note);
  });

  it('in seconds ends with its last millisecond, and the first request after it carries the note, once', () => {
    const armed = arm({ override: fail, limit: { seconds: 2 } }, unarmed, 1000);
    const { statuses, notes } = decideAll(
      armed,
      [1000, 2999, 3000, 3001].map((nowMs) => ({ nowMs })),
    );
    expect(statuses).toEqual([500, 500, 200, 200]);
    expect(notes).toEqual([null, null, '2 s of 500 are over: back to 200', null]);
    expect([
      remainingAt(armed, 1500),
      remainingAt(armed, 3000),
      nextEndAt(armed, 1000),
      nextEndAt(armed, 3000),
    ]).toEqual([1.5, null, 3000, null]);
  });

  it('gives way to what was armed before, with everything that was used of that', () => {
    const rules = arm({ rules: [{ ...deny, limit: { requests: 2 } }] });
    const { armed: used } = decideAll(rules, [{}]);
    const over = arm({ override: fail, limit: { requests: 1 } }, used);
    expect(programAfter(over, 0)?.rules).toHaveLength(1);
    const { statuses, notes, armed } = decideAll(over, times(4, {}));
    expect(statuses).toEqual([500, 401, 200, 200]);
    expect(notes).toEqual([
      '1 of 1 answered 500: back to 1 rule',
      '2 of 2 answered 401: rule 1 is used up',
      null,
      null,
    ]);
    expect(ruleStatesAt(armed, 0)).toEqual([{ answered: 2, remaining: 0 }]);
  });

  it('gives way to the rules of its own program where it has any', () => {
    const over = arm({ override: fail, limit: { requests: 1 }, rules: [deny, fail] }, arm({ override: deny }));
    expect(programAfter(over, 0)).toMatchObject({ override: null, limit: null, rules: [deny, fail] });
    const { statuses, notes, armed } = decideAll(over, times(3, {}));
    expect(statuses).toEqual([500, 401, 401]);
    expect(notes[0]).toBe('1 of 1 answered 500: back to 2 rules');
    expect(programAt(armed, 0)).toMatchObject({ override: null, limit: null });
  });

  it('replaces a limited override that is still under way: both give way to what was before the first', () => {
    const first = arm({ override: fail, limit: { requests: 5 } }, arm({ override: deny }));
    const second = arm({ override: { action: 'reset' }, limit: { requests: 1 } }, first);
    expect(decideAll(second, times(3, {})).decisions.map(({ action, status }) => status ?? action)).toEqual([
      'reset',
      401,
      401,
    ]);
  });

  it('is dropped where it limits nothing', () => {
    const armed = arm({ override: null, limit: { requests: 3 } });
    expect(programAt(armed, 0).limit).toBeNull();
    expect(remainingAt(armed, 0)).toBeNull();
  });

  it('takes a refund for the arming it came from, also when that was used up, and for no other', () => {
    const armed = arm({ override: fail, limit: { requests: 1 } });
    const { next, use } = decide(armed, request);
    if (use === null) throw new Error('nothing was used');
    expect(programAt(next, 0).override).toBeNull();
    expect(programAt(refund(next, use), 0).override).toEqual(fail);
    expect(remainingAt(refund(next, use), 0)).toBe(1);
    const later = arm({ override: fail, limit: { requests: 5 } }, next);
    expect(refund(later, use)).toBe(later);
  });
});

describe('the rescue of a last attempt', () => {
  const rescued = (override: object, attempt: number | null) =>
    decideAll(arm({ override, rescueLastAttempt: true } as ProgramInput), [{ attempt }]);

  it.each([
    [fail, 'attempt 4 of 4, instead of 500'],
    [{ action: 'respond', status: 503, delayMs: 9 } as const, 'attempt 4 of 4, instead of 503'],
    [{ action: 'hang' } as const, 'attempt 4 of 4, instead of timeout'],
    [{ action: 'reset' } as const, 'attempt 4 of 4, instead of reset'],
  ])('answers 200 at once instead of %j', (override, detail) => {
    expect(rescued(override, 3).decisions[0]?.decidedBy).toBe('override');
    const { decisions, armed } = rescued(override, 4);
    expect(decisions[0]).toMatchObject({ action: 'respond', status: 200, delayMs: 0, decidedBy: 'rescue', detail });
    expect(armed.rescued).toBe(1);
  });

  it('leaves answers alone that make no sender give up', () => {
    expect(rescued(deny, 4).decisions[0]).toMatchObject({ status: 401, decidedBy: 'override' });
  });

  it('answers 200 where the attempt cannot be known', () => {
    const { decisions } = rescued(fail, null);
    expect(decisions[0]).toMatchObject({ status: 200, detail: 'the attempt is not known, instead of 500' });
  });

  it('uses up nothing, of no limit and no rule', () => {
    const limited = arm({ override: fail, limit: { requests: 1 }, rescueLastAttempt: true });
    expect(decideAll(limited, [{ attempt: 4 }, { attempt: 9 }, {}, {}]).statuses).toEqual([200, 200, 500, 200]);
    const rules = arm({ rules: [{ ...fail, name: 'x', events: 1, limit: { requests: 1 } }], rescueLastAttempt: true });
    const { decisions, armed } = decideAll(rules, [{ attempt: 4, fittingEvents: () => ['old'] }, {}, {}]);
    expect(decisions.map(({ status }) => status)).toEqual([200, 500, 200]);
    expect(decisions[0]?.detail).toBe('attempt 4 of 4, instead of 500 by rule 1 “x”');
    expect(armed.rescued).toBe(1);
  });
});

describe('what is kept for the next start', () => {
  it('is nothing unless the program says so', () => {
    expect(keptProgramAt(arm({ override: fail }), 0)).toBeNull();
    expect(keptProgramAt(arm({ override: fail, keep: true }), 0)).toMatchObject({ override: fail, keep: true });
  });

  it('is the program without limits that are used up', () => {
    const rules = [
      { ...fail, limit: { requests: 1 } },
      { ...deny, limit: { requests: 2 } },
      { ...fail, limit: { seconds: 1 } },
    ];
    const { armed } = decideAll(arm({ rules, keep: true }), times(2, {}));
    expect(keptProgramAt(armed, 500)?.rules).toMatchObject([rules[1], rules[2]]);
    expect(keptProgramAt(armed, 1000)?.rules).toMatchObject([rules[1]]);
  });

  it('is what was armed before a limited override that is not kept', () => {
    const before = arm({ override: deny, keep: true });
    const over = arm({ override: fail, limit: { requests: 1 } }, before);
    expect(keptProgramAt(over, 0)?.override).toEqual(deny);
    expect(keptProgramAt(decideAll(over, [{}]).armed, 0)?.override).toEqual(deny);
  });

  it('is a limited override until it is used up', () => {
    const over = arm({ override: fail, limit: { requests: 1 }, keep: true });
    expect(keptProgramAt(over, 0)).toMatchObject({ override: fail, limit: { requests: 1 } });
    expect(keptProgramAt(decideAll(over, [{}]).armed, 0)).toBeNull();
  });
});
