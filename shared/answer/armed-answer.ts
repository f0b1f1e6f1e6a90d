// An armed program and what was used of it: a value, and every change of it another value. At the end of its limit an override gives way:
// to the rules of its own program where it has any, else to what was armed before, with everything that was used of that.
import type { AnswerProgram, Fault, Limit } from './answer.ts';
import { answerProgramSchema } from './answer.ts';
import { isUsedUp, remainingOf, startLimit, type LimitUse } from './limit-use.ts';
import { startRule, takeBackRule, type RuleUse } from './rule-use.ts';

/** The program that changes nothing: every accepted request is answered 200. */
export const plainProgram: AnswerProgram = answerProgramSchema.parse({});

/** An armed program. Milliseconds of limits are of one clock, chosen by the caller. */
export interface ArmedAnswer {
  /** Ordinal of the arming, 0 before the first: tells a refund where its request was taken from. */
  readonly arming: number;
  readonly program: AnswerProgram;
  /** Epoch milliseconds, for people. */
  readonly armedAtMs: number;
  readonly override: LimitUse;
  readonly rules: readonly RuleUse[];
  /** Last attempts that were answered 200 instead of a fault. */
  readonly rescued: number;
  /** What was armed before, in force again after the override's limit; null where the program goes on itself. It has no limit. */
  readonly before: ArmedAnswer | null;
  /** A request was told that the override's time is over. */
  readonly isEndTold: boolean;
}

/** What one request used up: of the override, of a rule by its index, or that it was rescued. */
export interface Use {
  readonly arming: number;
  readonly of: 'override' | 'rescue' | number;
}

/** When a program is armed: its ordinal, from 1 and never twice, and two clocks: that of limits, and epoch milliseconds. */
export interface Arming {
  arming: number;
  nowMs: number;
  wallMs: number;
}

/** The state of a receiver on which nothing was armed yet. */
export const unarmed: ArmedAnswer = {
  arming: 0,
  program: plainProgram,
  armedAtMs: 0,
  override: startLimit(null, 0),
  rules: [],
  rescued: 0,
  before: null,
  isEndTold: false,
};

/**
 * Replaces the armed program. A limit without an override means nothing and is dropped. A limited override that is still under way is
 * replaced too: the new one gives way to what that one would have given way to.
 */
export function armAnswer(
  previous: ArmedAnswer,
  program: AnswerProgram,
  { arming, nowMs, wallMs }: Arming,
): ArmedAnswer {
  const limit = program.override === null ? null : program.limit;
  const isBackToBefore = limit !== null && program.rules.length === 0;
  return {
    arming,
    program: { ...program, limit },
    armedAtMs: wallMs,
    override: startLimit(limit, nowMs),
    rules: program.rules.map((rule) => startRule(rule, nowMs)),
    rescued: 0,
    before: isBackToBefore ? (previous.before ?? previous) : null,
    isEndTold: false,
  };
}

/** Whether the override's limit is used up. */
export function isOverrideUsedUp({ program, override }: ArmedAnswer, nowMs: number): boolean {
  return isUsedUp(program.limit, override, nowMs);
}

/** The arming that decides: the last one, or what it gave way to. */
export function inForceAt(armed: ArmedAnswer, nowMs: number): ArmedAnswer {
  return armed.before !== null && isOverrideUsedUp(armed, nowMs) ? armed.before : armed;
}

/** Changes the arming that decides. */
export function changeInForce(
  armed: ArmedAnswer,
  nowMs: number,
  change: (inForce: ArmedAnswer) => ArmedAnswer,
): ArmedAnswer {
  const inForce = inForceAt(armed, nowMs);
  return inForce === armed ? change(armed) : { ...armed, before: change(inForce) };
}

/** The override that decides at a time; null without one, and after its limit. */
export function overrideAt(armed: ArmedAnswer, nowMs: number): Fault | null {
  return isOverrideUsedUp(armed, nowMs) ? null : armed.program.override;
}

/** The program in force at a time; an override that is used up reads null. */
export function programAt(armed: ArmedAnswer, nowMs: number): AnswerProgram {
  const inForce = inForceAt(armed, nowMs);
  return isOverrideUsedUp(inForce, nowMs) ? withoutOverride(inForce.program) : inForce.program;
}

/** What the override gives way to at the end of its limit; null where none with a limit is in force. */
export function programAfter(armed: ArmedAnswer, nowMs: number): AnswerProgram | null {
  const { program, before } = inForceAt(armed, nowMs);
  if (program.limit === null || isOverrideUsedUp(armed, nowMs)) return null;
  return before === null ? withoutOverride(program) : before.program;
}

/** Requests, or seconds, left of the override's limit; null without a limit in force. */
export function remainingAt(armed: ArmedAnswer, nowMs: number): number | null {
  return remainingOf(programAt(armed, nowMs).limit, armed.override, nowMs);
}

/** Of each rule in force: requests it answered, and what is left of its limit (null without one). */
export function ruleStatesAt(armed: ArmedAnswer, nowMs: number): { answered: number; remaining: number | null }[] {
  const { program, rules } = inForceAt(armed, nowMs);
  return rules.map((use, i) => ({
    answered: use.answered,
    remaining: remainingOf(limitOfRule(program, i), use, nowMs),
  }));
}

/** When the next limit in seconds ends after a time; null where none runs. */
export function nextEndAt(armed: ArmedAnswer, nowMs: number): number | null {
  const uses = [armed, armed.before].flatMap((arming) => (arming === null ? [] : [arming.override, ...arming.rules]));
  const ends = uses.flatMap(({ endsAtMs }) => (endsAtMs !== null && endsAtMs > nowMs ? [endsAtMs] : []));
  return ends.length === 0 ? null : Math.min(...ends);
}

/** What is to be armed again at the next start: the program that is kept, without the limits that are used up; null without one. */
export function keptProgramAt(armed: ArmedAnswer, nowMs: number): AnswerProgram | null {
  const inForce = inForceAt(armed, nowMs);
  if (!inForce.program.keep) return inForce.before === null ? null : keptProgramAt(inForce.before, nowMs);
  const program = programAt(armed, nowMs);
  const rules = program.rules.filter((_, i) => !isRuleUsedUp(inForce, i, nowMs));
  return { ...program, rules };
}

/** Gives back what a request used up, because it was never answered as decided; a later arming is left alone. */
export function refund(armed: ArmedAnswer, use: Use): ArmedAnswer {
  if (armed.before?.arming === use.arming) return { ...armed, before: refund(armed.before, use) };
  if (armed.arming !== use.arming) return armed;
  const { of } = use;
  if (of === 'rescue') return { ...armed, rescued: armed.rescued - 1 };
  if (of === 'override') {
    return { ...armed, override: { ...armed.override, answered: armed.override.answered - 1 } };
  }
  return { ...armed, rules: armed.rules.map((rule, i) => (i === of ? takeBackRule(rule) : rule)) };
}

/** Limit of a rule; null without one. */
export function limitOfRule({ rules }: AnswerProgram, index: number): Limit | null {
  return rules[index]?.limit ?? null;
}

function isRuleUsedUp({ program, rules }: ArmedAnswer, index: number, nowMs: number): boolean {
  const use = rules[index];
  return use !== undefined && isUsedUp(limitOfRule(program, index), use, nowMs);
}

function withoutOverride(program: AnswerProgram): AnswerProgram {
  return { ...program, override: null, limit: null };
}
