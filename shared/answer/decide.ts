// Which answer a request gets. A program is a value and so is every decision: no clock, no counter hidden anywhere, so that
// "exactly N requests" holds because deciding is one synchronous step. The order is fixed: enforced authentication first
// (it consumes nothing), then the override, then the plain 200. Rules will stand between the override and the 200.
import { answerProgramSchema, type AnswerDecision, type AnswerProgram, type Fault } from './answer.ts';

/** The program that changes nothing: every accepted request is answered 200. */
export const plainProgram: AnswerProgram = answerProgramSchema.parse({ override: null });

/** An armed program and what is left of its limit. All times are milliseconds of one clock, chosen by the caller. */
export interface ArmedAnswer {
  /** Ordinal of the arming, from 0: tells a refund whether its program is still the armed one. */
  readonly arming: number;
  readonly program: AnswerProgram;
  /** Requests left; null without a limit in requests. */
  readonly requestsLeft: number | null;
  /** When the override ends; null without a limit in seconds. */
  readonly expiresAtMs: number | null;
}

/** What a decision depends on, beside the program. */
export interface DecisionContext {
  nowMs: number;
  /** Authentication is enforced, and the request's credentials are missing or wrong. */
  unauthorized: boolean;
}

/** A decision, the program as it stands after it, and whether it used up one request of the limit. */
export interface Decided {
  readonly decision: AnswerDecision;
  readonly next: ArmedAnswer;
  readonly consumed: boolean;
}

/** The state of a receiver on which nothing was armed yet. */
export const unarmed: ArmedAnswer = { arming: 0, program: plainProgram, requestsLeft: null, expiresAtMs: null };

const plain = { delayMs: 0, holdMs: null, headers: {}, body: '' } as const;

/** 200 with an empty body: the answer while nothing is armed. */
export const plainAnswer: AnswerDecision = { action: 'respond', status: 200, decidedBy: 'default', ...plain };
/** 401: enforced authentication did not find the credentials it wants (spec, Authentication, rule 1). */
export const unauthorizedAnswer: AnswerDecision = {
  action: 'respond',
  status: 401,
  decidedBy: 'authentication',
  ...plain,
};
/** 500: the request could not be stored, so the sender must keep it (spec, Errors: 500 is retried). */
export const unstoredAnswer: AnswerDecision = { action: 'respond', status: 500, decidedBy: 'store', ...plain };
/** No answer at all, for a request that never arrived in full: the sender treats it like a time-out. */
export const noAnswer: AnswerDecision = { action: 'reset', status: null, decidedBy: 'default', ...plain };

/** Replaces the armed program. A limit without an override means nothing and is dropped. */
export function armAnswer(previous: ArmedAnswer, program: AnswerProgram, nowMs: number): ArmedAnswer {
  const limit = program.override === null ? null : program.limit;
  return {
    arming: previous.arming + 1,
    program: { ...program, limit },
    requestsLeft: limit !== null && 'requests' in limit ? limit.requests : null,
    expiresAtMs: limit !== null && 'seconds' in limit ? nowMs + limit.seconds * 1000 : null,
  };
}

/** The program in force at a time: the armed one, or the plain one once its limit is used up. */
export function programAt(armed: ArmedAnswer, nowMs: number): AnswerProgram {
  const spent = armed.requestsLeft === 0 || (armed.expiresAtMs !== null && nowMs >= armed.expiresAtMs);
  return spent ? plainProgram : armed.program;
}

/** Requests, or seconds, left of the limit; null without a limit in force. */
export function remainingAt(armed: ArmedAnswer, nowMs: number): number | null {
  if (programAt(armed, nowMs).limit === null) return null;
  return armed.expiresAtMs === null ? armed.requestsLeft : (armed.expiresAtMs - nowMs) / 1000;
}

/** Decides one request. Two requests decided one after the other never share a unit of the limit. */
export function decide(armed: ArmedAnswer, context: DecisionContext): Decided {
  if (context.unauthorized) return keep(armed, unauthorizedAnswer);
  const { override } = programAt(armed, context.nowMs);
  if (override === null) return keep(armed, plainAnswer);
  const decision = toDecision(override);
  if (armed.requestsLeft === null) return keep(armed, decision);
  return { decision, next: { ...armed, requestsLeft: armed.requestsLeft - 1 }, consumed: true };
}

/** Gives one request back to the limit of the arming that it was taken from; a later arming is left alone. */
export function refund(armed: ArmedAnswer, arming: number): ArmedAnswer {
  if (armed.arming !== arming || armed.requestsLeft === null) return armed;
  return { ...armed, requestsLeft: armed.requestsLeft + 1 };
}

const keep = (next: ArmedAnswer, decision: AnswerDecision): Decided => ({ decision, next, consumed: false });

function toDecision(fault: Fault): AnswerDecision {
  const decision = { ...plain, action: fault.action, decidedBy: 'override' as const, status: null };
  if (fault.action === 'reset') return decision;
  if (fault.action === 'hang') return { ...decision, holdMs: fault.holdMs ?? null };
  const { status, delayMs = 0, headers = {}, body = '' } = fault;
  return { ...decision, status, delayMs, headers, body };
}
