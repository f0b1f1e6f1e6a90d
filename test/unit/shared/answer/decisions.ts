import { answerProgramSchema, type AnswerDecision } from '#shared/answer/answer.ts';
import { armAnswer, unarmed, type ArmedAnswer } from '#shared/answer/armed-answer.ts';
import { decide, type DecisionContext } from '#shared/answer/decide.ts';
import { attemptLimit } from '#shared/spec/limits.ts';
import type { z } from 'zod';

export type ProgramInput = z.input<typeof answerProgramSchema>;

let armings = 0;

export function arm(program: ProgramInput, previous: ArmedAnswer = unarmed, nowMs = 0): ArmedAnswer {
  armings += 1;
  return armAnswer(previous, answerProgramSchema.parse(program), { arming: armings, nowMs, wallMs: nowMs });
}

/** A first attempt that every filter fits. */
export const request: DecisionContext = {
  nowMs: 0,
  refusal: null,
  attempt: 1,
  attemptLimit,
  fittingEvents: () => ['e1'],
};

/** Decisions one after the other, and what is armed in the end. */
export function decideAll(armed: ArmedAnswer, contexts: readonly Partial<DecisionContext>[]) {
  let state = armed;
  const decisions = contexts.map((context): AnswerDecision => {
    const { decision, next } = decide(state, { ...request, ...context });
    state = next;
    return decision;
  });
  return {
    decisions,
    statuses: decisions.map(({ status }) => status),
    notes: decisions.map(({ note }) => note),
    armed: state,
  };
}

export const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

export const fail = { action: 'respond', status: 500 } as const;
export const deny = { action: 'respond', status: 401 } as const;
