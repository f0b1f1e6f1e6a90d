// A program as it is edited: pure steps from one draft to the next. Rules keep a key of their own, so that moving one moves its fields.
import type { AnswerProgram, Rule } from '#shared/answer/answer.ts';
import { emptyRuleDraft, readRule, toRuleDraft, type RuleDraft } from './rule-draft.ts';

export interface KeyedRule {
  key: number;
  draft: RuleDraft;
}

export interface ProgramDraft extends Pick<AnswerProgram, 'override' | 'limit' | 'rescueLastAttempt' | 'keep'> {
  /** Name to save it under. */
  name: string;
  rules: readonly KeyedRule[];
  /** Key of the rule that is edited; null without rules. */
  selected: number | null;
  nextKey: number;
}

/** At most so many rules, as on the wire. */
export const maxRules = 100;

export function toProgramDraft(program: AnswerProgram, name = ''): ProgramDraft {
  const { override, limit, rescueLastAttempt, keep } = program;
  const rules = program.rules.map((rule, key) => ({ key, draft: toRuleDraft(rule) }));
  return {
    override,
    limit,
    rescueLastAttempt,
    keep,
    name,
    rules,
    selected: rules.length === 0 ? null : 0,
    nextKey: rules.length,
  };
}

/** A new rule at the end, selected. */
export function addRule(program: ProgramDraft): ProgramDraft {
  return insert(program, program.rules.length, emptyRuleDraft);
}

/** A copy below the selected rule, selected. */
export function duplicateRule(program: ProgramDraft): ProgramDraft {
  const at = selectedIndex(program);
  const original = program.rules[at];
  return original === undefined ? program : insert(program, at + 1, original.draft);
}

/** Without the selected rule; the one that takes its place is selected. */
export function removeRule(program: ProgramDraft): ProgramDraft {
  const at = selectedIndex(program);
  const rules = program.rules.filter((_, index) => index !== at);
  return { ...program, rules, selected: rules[Math.min(at, rules.length - 1)]?.key ?? null };
}

/** The selected rule one place up or down; the same draft where there is no place. */
export function moveRule(program: ProgramDraft, by: -1 | 1): ProgramDraft {
  const at = selectedIndex(program);
  const [rule, other] = [program.rules[at], program.rules[at + by]];
  if (rule === undefined || other === undefined) return program;
  const rules = program.rules.map((each) => (each === rule ? other : each === other ? rule : each));
  return { ...program, rules };
}

/** The selected rule with other fields. */
export function changeRule(program: ProgramDraft, change: Partial<RuleDraft>): ProgramDraft {
  const { selected } = program;
  return {
    ...program,
    rules: program.rules.map((rule) =>
      rule.key === selected ? { ...rule, draft: { ...rule.draft, ...change } } : rule,
    ),
  };
}

/** What a draft says: its program, or what has to be changed first, by the key of the rule. */
export interface ReadProgram {
  /** null while a rule cannot be read. */
  program: AnswerProgram | null;
  problems: ReadonlyMap<number, string>;
}

export function readProgram(draft: ProgramDraft): ReadProgram {
  const { override, limit, rescueLastAttempt, keep } = draft;
  const problems = new Map<number, string>();
  const rules: Rule[] = [];
  for (const { key, draft: fields } of draft.rules) {
    const rule = readRule(fields);
    if ('problem' in rule) problems.set(key, rule.problem);
    else rules.push(rule);
  }
  const program = { override, limit, rescueLastAttempt, keep, rules };
  return { program: problems.size > 0 ? null : program, problems };
}

export function selectedIndex({ rules, selected }: ProgramDraft): number {
  return rules.findIndex(({ key }) => key === selected);
}

function insert(program: ProgramDraft, at: number, draft: RuleDraft): ProgramDraft {
  if (program.rules.length >= maxRules) return program;
  const { nextKey } = program;
  const rules = program.rules.toSpliced(at, 0, { key: nextKey, draft });
  return { ...program, rules, selected: nextKey, nextKey: nextKey + 1 };
}
