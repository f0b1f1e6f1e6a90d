import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleSchema, type Rule } from '#shared/answer/answer.ts';
import { emptyRuleDraft, readRule, toRuleDraft } from '#renderer/features/answer/rules/rule-draft.ts';
import { describeRule, toOrdinal } from '#renderer/features/answer/rules/rule-text.ts';

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const answers = fc.oneof(
  fc.record({
    action: fc.constant('respond' as const),
    status: fc.integer({ min: 200, max: 599 }),
    delayMs: optional(fc.integer({ min: 0, max: 600_000 })),
    headers: optional(fc.constant({ 'Retry-After': '120', 'x-empty': '' })),
    body: optional(fc.string({ minLength: 1 })),
  }),
  fc.record({ action: fc.constant('hang' as const), holdMs: optional(fc.integer({ min: 1, max: 86_400_000 })) }),
  fc.constant({ action: 'reset' as const }),
);
const conditions = fc.record({
  name: optional(fc.constantFrom('fail sms', 'a')),
  when: fc.constantFrom('', 'event:notification.*', 'is:retry OR lag:>5s'),
  attempts: optional(fc.constantFrom('2', '1-3', '3-')),
  events: optional(fc.integer({ min: 1, max: 1000 })),
  every: optional(fc.integer({ min: 1, max: 1_000_000 })),
  probability: optional(fc.integer({ min: 0, max: 10_000 }).map((parts) => parts / 10_000)),
  seed: optional(fc.integer({ min: 0, max: 4_294_967_295 })),
  limit: optional(fc.oneof(fc.record({ requests: fc.integer({ min: 1, max: 1000 }) }), fc.constant({ seconds: 1.5 }))),
  overridesAuthentication: optional(fc.constant(true)),
});
/** As rules come from the engine: without the keys that are not set. */
const toRule = (parts: object): Rule =>
  ruleSchema.parse(Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)));
const rules = fc.tuple(answers, conditions).map(([answer, condition]) => toRule({ ...answer, ...condition }));

describe('the fields of a rule', () => {
  it('say every rule, and give the same rule back', () => {
    fc.assert(
      fc.property(rules, (rule) => {
        expect(readRule(toRuleDraft(rule))).toEqual(rule);
      }),
    );
  });

  it('say in one line what to change first', () => {
    const problem = (change: Partial<typeof emptyRuleDraft>) => {
      const rule = readRule({ ...emptyRuleDraft, ...change });
      return 'problem' in rule ? rule.problem : null;
    };
    expect(problem({})).toBeNull();
    expect(problem({ when: 'event:sms lag:>' })).toMatch(/^When: .* \(character 1\d\)\.$/);
    expect(problem({ attempts: '3-1x' })).toBe('Attempts are a range such as 2, 1-3 or 3-.');
    expect(problem({ share: '101' })).toBe('A share is 0 to 100 percent.');
    expect(problem({ every: '0' })).toBe('Every k-th request: k is a whole number from 1 to 1,000,000.');
    expect(problem({ events: 'x' })).toBe('The first events are a whole number from 1 to 1,000.');
    expect(problem({ limitBy: 'requests', limitAmount: '' })).toBe('Requests are a whole number from 1 to 1,000,000.');
    expect(problem({ status: '99' })).toBe('A status is a whole number from 200 to 599.');
  });
});

describe('a rule in a line', () => {
  it('says when it applies, how often, and with what', () => {
    const rule = toRule({
      when: 'event:notification.*',
      attempts: '1-3',
      events: 5,
      every: 3,
      probability: 0.25,
      limit: { requests: 7 },
      overridesAuthentication: true,
      action: 'respond',
      status: 500,
    });
    expect(describeRule(rule)).toBe(
      'event:notification.*, attempts 1-3, first 5 events, every 3rd, 25 %, next 7, also over authentication → 500',
    );
    expect(describeRule(toRule({ action: 'hang', attempts: '2', events: 1 }))).toBe(
      'every request, attempt 2, first event → timeout',
    );
  });

  it('counts in English', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 111, 1000].map(toOrdinal).join(' ')).toBe(
      '1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 111th 1000th',
    );
  });
});
