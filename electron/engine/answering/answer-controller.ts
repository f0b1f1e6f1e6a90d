// Holds the armed answer of one engine; it outlives stops and starts of the receiver. Deciding is synchronous, so a limit of N
// requests reaches exactly N of them however many arrive at once. Limits in seconds follow the monotonic clock. What a program has to
// know of a request (what its body carries, which attempt it is) is read before that, and only while a program asks for it.
import type { AnswerDecision, AnswerProgram } from '#shared/answer/answer.ts';
import {
  inForceAt,
  keptProgramAt,
  overrideAt,
  programAfter,
  programAt,
  remainingAt,
  ruleStatesAt,
  type ArmedAnswer,
  type Use,
} from '#shared/answer/armed-answer.ts';
import { decide, type DecisionContext } from '#shared/answer/decide.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { findProgramProblem } from '#shared/program/find-program-problem.ts';
import {
  createRuleMatcher,
  type ProgramNeeds,
  type RuleMatcher,
  type RuleSubject,
} from '#shared/program/rule-matcher.ts';
import { toIsoTime } from '#shared/protocol/iso-time.ts';
import type { AnswerState } from '#shared/protocol/status.ts';
import { attemptLimit } from '#shared/spec/limits.ts';
import { createArrivalReader } from './arrival-reader.ts';
import { toRuleSubjects } from './arrival-subjects.ts';
import { noAttemptsBefore, type AttemptSource } from './attempt-source.ts';
import { createAttemptTracker } from './attempt-tracker.ts';
import { createArmory, type AnswerClock } from './armory.ts';
import type { Arrival } from './arrival.ts';
import { createGuardedMatcher, type GuardedMatcher } from './guarded-matcher.ts';
import { createHeldRequests, type HeldRequests } from './held-requests.ts';

/** A decision, and what it used up; null when it used up nothing. */
export interface AnswerTicket {
  readonly decision: AnswerDecision;
  readonly use: Use | null;
}

export interface AnswerController {
  /** Replaces the armed program; an empty one disarms. Throws `FILTER_INVALID` with nothing changed. */
  arm(program: AnswerProgram): AnswerState;
  /** Resolves when what is armed can be told at once what it asks of requests, or after five seconds: until then they wait longer. */
  whenReady(): Promise<void>;
  /**
   * Puts a program in front of what is armed, which is in force again after `end`. When something is armed meanwhile, or another program is
   * put in front, it has ended: then `onReplaced` is called, and `end` does nothing any more. Throws `FILTER_INVALID`.
   */
  temporarily(program: AnswerProgram, onReplaced?: () => void): { end(): void };
  /** What is in force now: after its limit the override reads null. */
  state(): AnswerState;
  /** What is to be armed again at the next start; null: nothing. */
  kept(): AnswerProgram | null;
  /** What has to be waited for before a request can be decided, one thing after the other; null when nothing is. Never rejects. */
  prepare(arrival: Arrival): Promise<void> | null;
  /**
   * Decides one request and counts it, in the same step in which it is handed to the store. `refusal`: the enforced check that refuses it.
   */
  decide(arrival: Arrival, refusal: DecisionContext['refusal']): AnswerTicket;
  /** Counts a request that is stored but gets no answer. */
  pass(arrival: Arrival): void;
  /** Gives the request back to the limit, because it could not be stored and so was never answered as decided. */
  refund(ticket: AnswerTicket): void;
  readonly held: HeldRequests;
  /** Called after every change of `state()`, once per decision at most; returns what ends it. */
  onChange(listener: () => void): () => void;
  /** Ends the timer of limits in seconds. */
  close(): void;
}

export function createAnswerController(options: { clock: AnswerClock; attempts?: AttemptSource }): AnswerController {
  const { clock, attempts: source = noAttemptsBefore } = options;
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const held = createHeldRequests(changed);
  const matchers = createMatchers(changed);
  const tracker = createAttemptTracker(source);
  const reader = createArrivalReader(tracker);
  const armory = createArmory(clock, changed);
  const needs = (): ProgramNeeds => {
    const nowMs = clock.monoMs();
    return needsOf(inForceAt(armory.front(), nowMs), nowMs, matchers);
  };

  const state = (): AnswerState => ({ ...stateOf(armory.front(), clock, matchers), held: held.count() });

  return {
    held,
    arm(program) {
      refuseInvalid(program);
      armory.arm(program);
      return state();
    },
    temporarily(program, onReplaced = () => undefined) {
      refuseInvalid(program);
      return armory.putInFront(program, onReplaced);
    },
    whenReady: () => (needs().attempts ? tracker.begin() : Promise.resolve()),
    state,
    kept: () => keptProgramAt(armory.base(), clock.monoMs()),
    prepare: (arrival) => reader.prepare(arrival, needs()),
    decide(arrival, refusal) {
      const attempts = reader.count(arrival, needs());
      const nowMs = clock.monoMs();
      const armed = armory.front();
      const fittingEvents = fittingEventsOf(arrival, attempts, matchers.of(inForceAt(armed, nowMs).program));
      const context = { nowMs, refusal, attempt: attemptOf(attempts), attemptLimit, fittingEvents };
      const { decision, next, use } = decide(armed, context);
      armory.change(next);
      return { decision, use };
    },
    pass: (arrival) => void reader.count(arrival, needs()),
    refund({ use }) {
      tracker.reset();
      if (use !== null) armory.refund(use);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => armory.close(),
  };
}

interface Matchers {
  of(program: AnswerProgram): GuardedMatcher;
}

/** A matcher for each program that is armed, made when it is first asked for. */
function createMatchers(changed: () => void): Matchers {
  const made = new WeakMap<AnswerProgram, GuardedMatcher>();
  return {
    of(program) {
      const matcher = made.get(program) ?? createGuardedMatcher(createRuleMatcher(program), changed);
      made.set(program, matcher);
      return matcher;
    },
  };
}

function refuseInvalid(program: AnswerProgram): void {
  const problem = findProgramProblem(program);
  if (problem === null) return;
  const { message, rule, errors } = problem;
  throw new AppError('FILTER_INVALID', message, { details: { rule, errors } });
}

function stateOf(armed: ArmedAnswer, clock: AnswerClock, matchers: Matchers): Omit<AnswerState, 'held'> {
  const nowMs = clock.monoMs();
  const program = programAt(armed, nowMs);
  const isPlain = program.override === null && program.rules.length === 0;
  const matcher = matchers.of(inForceAt(armed, nowMs).program);
  return {
    ...program,
    remaining: remainingAt(armed, nowMs),
    armedAt: isPlain ? null : toIsoTime(inForceAt(armed, nowMs).armedAtMs),
    after: programAfter(armed, nowMs),
    ruleStates: ruleStatesAt(armed, nowMs).map((rule, i) => (matcher.isTooSlow(i) ? { ...rule, tooSlow: true } : rule)),
    rescued: inForceAt(armed, nowMs).rescued,
  };
}

/** Rules behind an override are not asked, unless they override authentication. */
function needsOf(armed: ArmedAnswer, nowMs: number, matchers: Matchers): ProgramNeeds {
  const { program } = armed;
  const { rescueLastAttempt, rules } = program;
  const areRulesAsked =
    overrideAt(armed, nowMs) === null || rules.some(({ overridesAuthentication }) => overridesAuthentication === true);
  return areRulesAsked ? matchers.of(program).needs : { deliveries: rescueLastAttempt, attempts: rescueLastAttempt };
}

/** Deliveries are looked at when the first rule asks for them. */
function fittingEventsOf(
  arrival: Arrival,
  attempts: readonly (number | null)[] | null,
  matcher: RuleMatcher,
): DecisionContext['fittingEvents'] {
  let subjects: RuleSubject[] | null = null;
  return (ruleIndex) =>
    matcher.fittingEvents(ruleIndex, (subjects ??= toRuleSubjects(arrival, attempts)), arrival.request.receivedAtMs);
}

/** Of several deliveries the largest; null where one is not known. */
function attemptOf(attempts: readonly (number | null)[] | null): number | null {
  const known = attempts?.filter((attempt) => attempt !== null) ?? [];
  return known.length > 0 && known.length === attempts?.length ? Math.max(...known) : null;
}
