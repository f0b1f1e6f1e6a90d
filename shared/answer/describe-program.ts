import { assertNever } from '../errors/assert-never.ts';
import type { AnswerProgram, Fault, Rule } from './answer.ts';

/** A fault in a word: `500`, `timeout`, `reset`. */
export function faultLabel(fault: Fault): string {
  switch (fault.action) {
    case 'respond':
      return String(fault.status);
    case 'hang':
      return 'timeout';
    case 'reset':
      return 'reset';
    default:
      return assertNever(fault);
  }
}

/** What was done with requests: `answered 500`, `held`, `reset`. */
export function faultDone(fault: Fault): string {
  if (fault.action === 'respond') return `answered ${fault.status}`;
  return fault.action === 'hang' ? 'held' : 'reset';
}

/** What a program does at first sight: `500`, `2 rules`, `200`. */
export function programLabel({ override, rules }: Pick<AnswerProgram, 'override' | 'rules'>): string {
  if (override !== null) return faultLabel(override);
  if (rules.length === 0) return '200';
  return rules.length === 1 ? '1 rule' : `${rules.length} rules`;
}

/** A rule by its number from 1, and its name where it has one: `rule 2 “fail sms”`. */
export function ruleLabel({ name }: Pick<Rule, 'name'>, index: number): string {
  const trimmed = name?.trim() ?? '';
  return trimmed === '' ? `rule ${index + 1}` : `rule ${index + 1} “${trimmed}”`;
}
