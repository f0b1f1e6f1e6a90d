// Which answer a request gets. A program is a value and so is every decision: no clock, no counter hidden anywhere, so that
// "exactly N requests" holds because deciding is one synchronous step. The order is fixed: a rule that overrides authentication, then
// what enforced checks refuse (it uses up nothing), then the rescue of a last attempt, the override, the rules, the plain 200.
import type { AnswerDecider, AnswerDecision, Fault, Rule } from './answer.ts';
import {
  changeInForce,
  inForceAt,
  isOverrideUsedUp,
  overrideAt,
  programAt,
  type ArmedAnswer,
  type Use,
} from './armed-answer.ts';
import { faultDone, faultLabel, programLabel, ruleLabel } from './describe-program.ts';
import { notAllowedAnswer, plainAnswer, unauthorizedAnswer } from './fixed-answers.ts';
import { askRule } from './rule-use.ts';

/** What a decision depends on, beside the program. */
export interface DecisionContext {
  nowMs: number;
  /** Which enforced check refuses the request; null where none does. */
  refusal: 'authentication' | 'allow-list' | null;
  /** Attempt of the event, from 1, of a batch the largest; null where it is not known. */
  attempt: number | null;
  /** Attempts per event (spec, Limits): the last of them is rescued. */
  attemptLimit: number;
  /** Events of the request that fit the filter of a rule, by a key each; empty where none does. Asked only where it matters. */
  fittingEvents(ruleIndex: number): readonly string[];
}

/** A decision, the program as it stands after it, and what it used up. */
export interface Decided {
  readonly decision: AnswerDecision;
  readonly next: ArmedAnswer;
  readonly use: Use | null;
}

/** A decision within one arming, that arming after it, and which part of it decided; null for none. */
interface Choice {
  readonly decision: AnswerDecision;
  readonly next: ArmedAnswer;
  readonly of: Use['of'] | null;
}

/** Decides one request. Two requests decided one after the other never share a unit of a limit. */
export function decide(armed: ArmedAnswer, context: DecisionContext): Decided {
  const { nowMs } = context;
  const inForce = inForceAt(armed, nowMs);
  const { decision, next, of } = choose(inForce, context);
  const changed = changeInForce(armed, nowMs, () => next);
  const endNote = endOfTimeNote(armed, nowMs);
  const notes = [endNote, decision.note, of === 'override' ? endOfRequestsNote(next, nowMs) : null];
  const note = notes.filter((text) => text !== null).join('; ');
  return {
    decision: note === '' ? decision : { ...decision, note },
    next: endNote === null ? changed : { ...changed, isEndTold: true },
    use: of === null || next === inForce ? null : { arming: inForce.arming, of },
  };
}

function choose(armed: ArmedAnswer, context: DecisionContext): Choice {
  if (context.refusal !== null) {
    const refused = context.refusal === 'allow-list' ? notAllowedAnswer : unauthorizedAnswer;
    const overriding = chooseRule(armed, context, ({ overridesAuthentication }) => overridesAuthentication === true);
    return overriding.of === null ? { ...overriding, decision: refused } : overriding;
  }
  const chosen = chooseOverride(armed, context) ?? chooseRule(armed, context, () => true);
  return isRescued(armed, chosen, context) ? rescue(armed, chosen, context) : chosen;
}

function chooseOverride(armed: ArmedAnswer, { nowMs }: DecisionContext): Choice | null {
  const fault = overrideAt(armed, nowMs);
  if (fault === null) return null;
  const { program, override } = armed;
  const counted = { ...armed, override: { ...override, answered: override.answered + 1 } };
  return {
    decision: toDecision(fault, 'override', null),
    next: program.limit === null ? armed : counted,
    of: 'override',
  };
}

/** The first rule that answers; the plain 200 where none does. Rules after it are not asked. */
function chooseRule(armed: ArmedAnswer, context: DecisionContext, isAsked: (rule: Rule) => boolean): Choice {
  const uses = [...armed.rules];
  for (const [i, rule] of armed.program.rules.entries()) {
    const before = uses[i];
    if (before === undefined || !isAsked(rule)) continue;
    const { use, answers } = askRule(rule, before, { ...context, fittingEvents: () => context.fittingEvents(i) });
    uses[i] = use;
    if (!answers) continue;
    const detail = withAttempt(ruleLabel(rule, i), context.attempt);
    const note = endOfRuleNote(rule, i, use.answered);
    return { decision: { ...toDecision(rule, 'rule', detail), note }, next: { ...armed, rules: uses }, of: i };
  }
  const isChanged = uses.some((use, i) => use !== armed.rules[i]);
  return { decision: plainAnswer, next: isChanged ? { ...armed, rules: uses } : armed, of: null };
}

/**
 * Whether a fault would make the sender give the event up (spec, Limits: after the fourth failed attempt). Where the attempt cannot be
 * known it is rescued too: a 200 too many is seen in the list, an event that was given up is gone.
 */
function isRescued({ program }: ArmedAnswer, { decision, of }: Choice, context: DecisionContext): boolean {
  if (!program.rescueLastAttempt || of === null) return false;
  const isFailing = decision.status === null || decision.status >= 500;
  return isFailing && (context.attempt === null || context.attempt >= context.attemptLimit);
}

/** 200 instead of what was chosen, which uses up nothing. */
function rescue(armed: ArmedAnswer, { decision, of }: Choice, { attempt, attemptLimit }: DecisionContext): Choice {
  const which = attempt === null ? 'the attempt is not known' : `attempt ${attempt} of ${attemptLimit}`;
  const instead = decision.status ?? (decision.action === 'hang' ? 'timeout' : 'reset');
  const rule = typeof of === 'number' ? armed.program.rules[of] : undefined;
  const by = rule === undefined ? '' : ` by ${ruleLabel(rule, Number(of))}`;
  return {
    decision: { ...plainAnswer, decidedBy: 'rescue', detail: `${which}, instead of ${instead}${by}` },
    next: { ...armed, rescued: armed.rescued + 1 },
    of: 'rescue',
  };
}

/** For the first request after the end of a limit in seconds. */
function endOfTimeNote(armed: ArmedAnswer, nowMs: number): string | null {
  const { override, limit } = armed.program;
  if (override === null || limit === null || !('seconds' in limit)) return null;
  if (armed.isEndTold || !isOverrideUsedUp(armed, nowMs)) return null;
  return `${limit.seconds} s of ${faultLabel(override)} are over: back to ${programLabel(programAt(armed, nowMs))}`;
}

/** For the last request of the override's limit. */
function endOfRequestsNote(armed: ArmedAnswer, nowMs: number): string | null {
  const { override, limit } = armed.program;
  if (override === null || limit === null || !('requests' in limit) || !isOverrideUsedUp(armed, nowMs)) return null;
  const { requests } = limit;
  return `${requests} of ${requests} ${faultDone(override)}: back to ${programLabel(programAt(armed, nowMs))}`;
}

/** For the last request of a rule's own limit. */
function endOfRuleNote(rule: Rule, index: number, answered: number): string | null {
  const limit = rule.limit ?? null;
  if (limit === null || !('requests' in limit) || answered < limit.requests) return null;
  return `${answered} of ${limit.requests} ${faultDone(rule)}: ${ruleLabel(rule, index)} is used up`;
}

function withAttempt(label: string, attempt: number | null): string {
  return attempt === null ? label : `${label}, attempt ${attempt}`;
}

function toDecision(fault: Fault, decidedBy: AnswerDecider, detail: string | null): AnswerDecision {
  const decision = { ...plainAnswer, action: fault.action, decidedBy, detail, status: null };
  if (fault.action === 'reset') return decision;
  if (fault.action === 'hang') return { ...decision, holdMs: fault.holdMs ?? null };
  const { status, delayMs = 0, headers = {}, body = '' } = fault;
  return { ...decision, status, delayMs, headers, body };
}
