import type { Rule } from '#shared/answer/answer.ts';
import { describeFault, describeLimit } from '../answer-plan.ts';

/** When a rule applies, in a line: `event:notification.*, attempts 1-3, first 5 events`. */
export function describeConditions(rule: Rule): string {
  const parts = [rule.when === '' ? 'every request' : rule.when];
  if (rule.attempts !== undefined)
    parts.push(`${/^\d+$/.test(rule.attempts) ? 'attempt' : 'attempts'} ${rule.attempts}`);
  if (rule.events !== undefined) parts.push(rule.events === 1 ? 'first event' : `first ${rule.events} events`);
  if (rule.every !== undefined) parts.push(`every ${toOrdinal(rule.every)}`);
  if (rule.probability !== undefined) parts.push(`${Number((rule.probability * 100).toPrecision(12))} %`);
  if (rule.limit) parts.push(describeLimit(rule.limit));
  if (rule.overridesAuthentication === true) parts.push('also over authentication');
  return parts.join(', ');
}

/** `event:notification.*, attempts 1-3 → 500` */
export function describeRule(rule: Rule): string {
  return `${describeConditions(rule)} → ${describeFault(rule)}`;
}

/** `1st`, `2nd`, `3rd`, `4th`, `11th`, `22nd`. */
export function toOrdinal(value: number): string {
  const isTeen = Math.floor(value / 10) % 10 === 1;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${ending}`;
}
