import { describe, expect, it } from 'vitest';
import { createGuardedMatcher } from '#engine/answering/guarded-matcher.ts';
import { answerProgramSchema } from '#shared/answer/answer.ts';
import { createRuleMatcher, type RuleSubject } from '#shared/program/rule-matcher.ts';
import { deliveryWith } from '#test/unit/shared/filter/delivery-with.ts';

const program = (...filters: string[]) =>
  answerProgramSchema.parse({ rules: filters.map((when) => ({ when, action: 'respond', status: 500 })) });
const subject = (text: string): RuleSubject[] => [{ event: 'e', delivery: deliveryWith({ text }) }];

describe('a rule with a regular expression', () => {
  it('fits what its pattern fits', () => {
    const matcher = createGuardedMatcher(createRuleMatcher(program('text:/b.d/', 'text:bad')), () => undefined);
    expect(matcher.fittingEvents(0, subject('a bad one'), 0)).toEqual(['e']);
    expect(matcher.fittingEvents(0, subject('fine'), 0)).toEqual([]);
    expect(matcher.fittingEvents(1, subject('a bad one'), 0)).toEqual(['e']);
  });

  it('is given up when its pattern does not come back, says so once, and leaves the other rules alone', () => {
    const told: number[] = [];
    const guarded = createGuardedMatcher(createRuleMatcher(program('text:/(a|aa)+$/', 'text:/a!/')), (rule) =>
      told.push(rule),
    );
    const endless = subject(`${'a'.repeat(80)}!`);
    expect(guarded.fittingEvents(0, endless, 0)).toEqual([]);
    expect(guarded.fittingEvents(0, subject('a'), 0)).toEqual([]);
    expect([told, guarded.isTooSlow(0), guarded.isTooSlow(1)]).toEqual([[0], true, false]);
    expect(guarded.fittingEvents(1, endless, 0)).toEqual(['e']);
  });
});
