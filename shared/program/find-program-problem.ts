import type { AnswerProgram } from '../answer/answer.ts';
import { ruleLabel } from '../answer/describe-program.ts';
import { parseFilter, type FilterError } from '../filter/parse-filter.ts';

/** Why a program cannot be armed. */
export interface ProgramProblem {
  /** Index of the rule, from 0. */
  readonly rule: number;
  /** One line: which rule, what is wrong, what to write instead, and where. */
  readonly message: string;
  readonly errors: readonly FilterError[];
}

/** The first rule whose filter cannot be understood; null for a program that can be armed. */
export function findProgramProblem({ rules }: Pick<AnswerProgram, 'rules'>): ProgramProblem | null {
  for (const [i, rule] of rules.entries()) {
    const { errors } = parseFilter(rule.when);
    const [first] = errors;
    if (first === undefined) continue;
    const label = ruleLabel(rule, i);
    const message = `${label.charAt(0).toUpperCase()}${label.slice(1)}: ${first.message} (at character ${first.start + 1}).`;
    return { rule: i, message, errors };
  }
  return null;
}
