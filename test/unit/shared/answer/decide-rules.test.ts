import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refund, ruleStatesAt } from '#shared/answer/armed-answer.ts';
import { decide } from '#shared/answer/decide.ts';
import { arm, decideAll, deny, fail, request, times } from './decisions.ts';

describe('rules', () => {
  const rule = (conditions: object) => ({ ...fail, ...conditions });

  it('answer in their order: the first that fits, and only that is counted', () => {
    const armed = arm({ rules: [rule({ name: 'never' }), deny, { ...fail, status: 503 }] });
    const fittingEvents = (i: number): string[] => (i === 0 ? [] : ['e1']);
    const { decisions, armed: after } = decideAll(armed, [{ fittingEvents, attempt: 2 }]);
    expect(decisions[0]).toMatchObject({ status: 401, decidedBy: 'rule', detail: 'rule 2, attempt 2', note: null });
    expect(ruleStatesAt(after, 0)).toEqual([
      { answered: 0, remaining: null },
      { answered: 1, remaining: null },
      { answered: 0, remaining: null },
    ]);
  });

  it('are named in the detail', () => {
    const armed = arm({ rules: [rule({ name: ' fail sms ' })] });
    expect(decide(armed, { ...request, attempt: null }).decision.detail).toBe('rule 1 “fail sms”');
  });

  it('stand behind an override', () => {
    const { decisions, armed } = decideAll(arm({ override: deny, rules: [fail] }), [{}]);
    expect(decisions[0]?.status).toBe(401);
    expect(ruleStatesAt(armed, 0)).toEqual([{ answered: 0, remaining: null }]);
  });

  it.each([
    ['2', [200, 500, 200, 200, 200]],
    ['1-3', [500, 500, 500, 200, 200]],
    ['3-', [200, 200, 500, 500, 500]],
  ])('with attempts %s answer those alone', (attempts, expected) => {
    const contexts = [1, 2, 3, 4, 5].map((attempt) => ({ attempt }));
    expect(decideAll(arm({ rules: [rule({ attempts })] }), contexts).statuses).toEqual(expected);
  });

  it('with attempts never answer a request whose attempt is not known', () => {
    expect(decide(arm({ rules: [rule({ attempts: '1-' })] }), { ...request, attempt: null }).decision.status).toBe(200);
  });

  it('with every answer each k-th request that fits, the k-th first', () => {
    const contexts = [1, 2, 3, 4, 5, 6, 7].map((n) => ({ fittingEvents: () => (n === 2 ? [] : ['e']) }));
    expect(decideAll(arm({ rules: [rule({ every: 3 })] }), contexts).statuses).toEqual([
      200, 200, 200, 500, 200, 200, 500,
    ]);
  });

  it('with events answer the first so many, and their later attempts', () => {
    const come = ['a', 'b', 'a', 'c', 'b', 'c'].map((event) => ({ fittingEvents: () => [event] }));
    expect(decideAll(arm({ rules: [rule({ events: 2 })] }), come).statuses).toEqual([500, 500, 500, 200, 500, 200]);
  });

  it('with events answer a batch that holds one of theirs, and take no more events than they may', () => {
    const come = [['a', 'b'], ['b'], ['c', 'a'], ['c']].map((events) => ({ fittingEvents: () => events }));
    expect(decideAll(arm({ rules: [rule({ events: 1 })] }), come).statuses).toEqual([500, 200, 500, 200]);
  });

  it('with a limit of their own leave the rest to the rules behind them', () => {
    const armed = arm({ rules: [rule({ limit: { requests: 2 } }), rule({ status: 503, limit: { seconds: 1 } })] });
    const { statuses, notes, armed: after } = decideAll(armed, [{}, {}, {}, { nowMs: 1000 }]);
    expect(statuses).toEqual([500, 500, 503, 200]);
    expect(notes).toEqual([null, '2 of 2 answered 500: rule 1 is used up', null, null]);
    expect(ruleStatesAt(after, 500)).toEqual([
      { answered: 2, remaining: 0 },
      { answered: 1, remaining: 0.5 },
    ]);
  });

  it('with a limit answer exactly that many, however requests that fit and that do not are mixed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), fc.array(fc.boolean(), { maxLength: 60 }), (requests, fits) => {
        const contexts = fits.map((isFit) => ({ fittingEvents: () => (isFit ? ['e'] : []) }));
        const { statuses } = decideAll(arm({ rules: [rule({ limit: { requests } })] }), contexts);
        const failed = statuses.filter((status) => status === 500).length;
        expect(failed).toBe(Math.min(requests, fits.filter(Boolean).length));
      }),
    );
  });

  it('with a probability answer the same requests for the same seed, about that share of them, and all or none at the ends', () => {
    const statuses = (probability: number, seed?: number) =>
      decideAll(arm({ rules: [rule({ probability, seed })] }), times(1000, {})).statuses;
    expect(statuses(0.3, 7)).toEqual(statuses(0.3, 7));
    expect(statuses(0.3, 7)).not.toEqual(statuses(0.3, 8));
    const failed = statuses(0.3, 7).filter((status) => status === 500).length;
    expect(failed).toBeGreaterThan(240);
    expect(failed).toBeLessThan(360);
    expect(new Set(statuses(0))).toEqual(new Set([200]));
    expect(new Set(statuses(1))).toEqual(new Set([500]));
  });

  it('may override what enforced checks refuse, only where they say so', () => {
    const rules = [rule({ status: 503 }), rule({ overridesAuthentication: true, limit: { requests: 1 } })];
    const { decisions } = decideAll(arm({ rules }), [
      { refusal: 'authentication' },
      { refusal: 'authentication' },
      { refusal: null },
    ]);
    expect(decisions.map(({ status, decidedBy }) => [status, decidedBy])).toEqual([
      [500, 'rule'],
      [401, 'authentication'],
      [503, 'rule'],
    ]);
  });

  it('give the request back when it could not be stored', () => {
    const armed = arm({ rules: [rule({ limit: { requests: 1 }, every: 2 })] });
    const { armed: first } = decideAll(armed, [{}]);
    const { next, use } = decide(first, request);
    if (use === null) throw new Error('nothing was used');
    expect(ruleStatesAt(next, 0)).toEqual([{ answered: 1, remaining: 0 }]);
    expect(decide(refund(next, use), request).decision.status).toBe(500);
  });

  it('give the same decisions for the same requests, whatever they say', () => {
    const anyRule = fc.record(
      {
        status: fc.constantFrom(401, 500, 503),
        attempts: fc.constantFrom('1', '2-3', '3-'),
        events: fc.integer({ min: 1, max: 3 }),
        every: fc.integer({ min: 1, max: 3 }),
        probability: fc.constantFrom(0, 0.5, 1),
        limit: fc.record({ requests: fc.integer({ min: 1, max: 5 }) }),
      },
      { requiredKeys: ['status'] },
    );
    const anyRequest = fc.record({
      attempt: fc.constantFrom(null, 1, 2, 3, 4),
      events: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 4 }), fc.array(anyRequest, { maxLength: 30 }), (rules, requests) => {
        const armed = arm({ rules: rules.map((given) => ({ action: 'respond', ...given })) });
        const contexts = requests.map(({ attempt, events }) => ({ attempt, fittingEvents: () => events }));
        const { decisions } = decideAll(armed, contexts);
        expect(decideAll(armed, contexts).decisions).toEqual(decisions);
        const limits = rules.map(({ limit }) => limit?.requests ?? Infinity);
        for (const [i, limit] of limits.entries()) {
          const answered = decisions.filter(({ detail }) => detail?.startsWith(`rule ${i + 1}`)).length;
          expect(answered).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });
});
