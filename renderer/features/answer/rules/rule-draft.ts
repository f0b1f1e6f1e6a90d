// One rule as it is typed, and what it means. A draft can always be typed on; reading it gives the rule, or one line that says what to
// change first. Empty fields are conditions that are not set.
import { ruleSchema, type Limit, type Rule } from '#shared/answer/answer.ts';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import { readLimit, type LimitUnit } from '../limit-choices.ts';
import { emptyFaultDraft, readFault, toFaultDraft, type FaultDraft } from '../read-fault.ts';

export interface RuleDraft extends FaultDraft {
  name: string;
  when: string;
  attempts: string;
  events: string;
  every: string;
  /** Percent. */
  share: string;
  seed: string;
  limitBy: 'none' | LimitUnit;
  limitAmount: string;
  overridesAuthentication: boolean;
}

export const emptyRuleDraft: RuleDraft = {
  ...emptyFaultDraft,
  name: '',
  when: '',
  attempts: '',
  events: '',
  every: '',
  share: '',
  seed: '',
  limitBy: 'none',
  limitAmount: '',
  overridesAuthentication: false,
};

/** A rule's fields. */
export function toRuleDraft(rule: Rule): RuleDraft {
  const limit = rule.limit ?? null;
  return {
    ...emptyRuleDraft,
    ...toFaultDraft(rule),
    name: rule.name ?? '',
    when: rule.when,
    attempts: rule.attempts ?? '',
    events: toText(rule.events),
    every: toText(rule.every),
    share: rule.probability === undefined ? '' : String(Number((rule.probability * 100).toPrecision(12))),
    seed: toText(rule.seed),
    limitBy: limit === null ? 'none' : 'requests' in limit ? 'requests' : 'seconds',
    limitAmount: limit === null ? '' : String('requests' in limit ? limit.requests : limit.seconds),
    overridesAuthentication: rule.overridesAuthentication ?? false,
  };
}

/** The rule that the fields describe, or what has to be changed first. */
export function readRule(draft: RuleDraft): Rule | { problem: string } {
  const filterError = parseFilter(draft.when).errors[0];
  if (filterError) return { problem: `When: ${filterError.message} (character ${filterError.start + 1}).` };
  const fault = readFault(draft);
  if ('problem' in fault) return fault;
  const limit = readRuleLimit(draft);
  if (limit !== null && 'problem' in limit) return limit;
  const rule = ruleSchema.safeParse({
    ...fault,
    when: draft.when.trim(),
    ...(draft.name.trim() !== '' && { name: draft.name.trim() }),
    ...(draft.attempts.trim() !== '' && { attempts: draft.attempts.replaceAll(/\s/g, '').replace('–', '-') }),
    ...readNumber('events', draft.events),
    ...readNumber('every', draft.every),
    ...readNumber('probability', draft.share, toShare),
    ...readNumber('seed', draft.seed),
    ...(limit && { limit }),
    ...(draft.overridesAuthentication && { overridesAuthentication: true }),
  });
  return rule.success ? rule.data : { problem: toProblem(rule.error.issues[0]) };
}

const problems: Record<string, string> = {
  name: 'A name has at most 80 characters.',
  when: 'A filter has at most 10,000 characters.',
  attempts: 'Attempts are a range such as 2, 1-3 or 3-.',
  events: 'The first events are a whole number from 1 to 1,000.',
  every: 'Every k-th request: k is a whole number from 1 to 1,000,000.',
  probability: 'A share is 0 to 100 percent.',
  seed: 'A seed is a whole number from 0 to 4,294,967,295.',
};

function toProblem(issue: { path: PropertyKey[]; message: string } | undefined): string {
  return problems[String(issue?.path[0])] ?? issue?.message ?? 'The rule cannot be read.';
}

function readRuleLimit({ limitBy, limitAmount }: RuleDraft): Limit | { problem: string } | null {
  return limitBy === 'none' ? null : readLimit(limitBy, limitAmount);
}

function readNumber(name: string, text: string, convert = (value: number) => value): Record<string, number> {
  return text.trim() === '' ? {} : { [name]: convert(Number(text)) };
}

/** 33.3 percent are 0.333, not the nearest number that division finds. */
const toShare = (percent: number): number => Number((percent / 100).toPrecision(15));

function toText(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}
