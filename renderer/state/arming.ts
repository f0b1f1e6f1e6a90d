// What this page does to the armed answer: arming, the way back, and noticing that a limit ran out. A limit is only said to have run out
// when nothing was armed from here since: going back by hand is no event.
import type { StoreApi } from 'zustand';
import type { AnswerProgram, Rule } from '#shared/answer/answer.ts';
import { plainProgram } from '#shared/answer/armed-answer.ts';
import { addTerm } from '#shared/filter/edit-filter.ts';
import type { AnswerState } from '#shared/protocol/status.ts';
import type { EngineClient } from '../engine-client/engine-client.ts';
import type { InspectorState } from './inspector-state.ts';

export interface ArmingActions {
  /** Arms a program; rejects with the engine's reason when it is refused. What was armed before can be had back. */
  arm(program: AnswerProgram): Promise<void>;
  /** Arms what was armed before the last change made here, with what is left of its limit. */
  undoArming(): Promise<void>;
  /** Answers 200 to the next try of one event; everything else goes on as it is armed. */
  answerNextTry(eventId: string): Promise<void>;
}

export interface Arming {
  actions: ArmingActions;
  /** The engine told the state of the answer. */
  observe(answer: AnswerState): void;
}

export function createArming(store: StoreApi<InspectorState>, client: EngineClient, now: () => number): Arming {
  let seen: AnswerState | null = null;
  /** The arming that was last replaced from here. */
  let replaced: string | null = null;

  const current = (): AnswerProgram => {
    const answer = store.getState().status?.answer;
    return answer === undefined ? plainProgram : toProgramLeft(answer);
  };
  const arm = async (program: AnswerProgram): Promise<void> => {
    const undoProgram = current();
    const before = replaced;
    replaced = seen && identify(seen);
    try {
      const answer = await client.call('answer.write', { body: program });
      store.setState(({ status }) => ({ status: status && { ...status, answer }, undoProgram, limitEnded: null }));
      observe(answer);
    } catch (error) {
      replaced = before;
      throw error;
    }
  };
  const observe = (answer: AnswerState): void => {
    const before = seen;
    seen = answer;
    if (before === null || identify(before) === identify(answer) || identify(before) === replaced) return;
    // What was armed before the fault is in force again, so there is nothing left to undo.
    if (isSuccessor(before, answer)) store.setState({ limitEnded: { atMs: now(), ended: before }, undoProgram: null });
  };

  return {
    actions: {
      arm,
      undoArming: () => arm(store.getState().undoProgram ?? plainProgram),
      answerNextTry: (eventId) => {
        const answer = store.getState().status?.answer;
        return arm(withNextTry(answer ? toProgramLeft(answer) : plainProgram, answer?.after ?? null, eventId));
      },
    },
    observe,
  };
}

/** The armed program as it could be armed again: of the limit, what is left of it. */
export function toProgramLeft(answer: AnswerState): AnswerProgram {
  const { override, limit, rules, rescueLastAttempt, keep, remaining } = answer;
  const rest = { override, rules, rescueLastAttempt, keep };
  if (limit === null || remaining === null || remaining <= 0) return { ...rest, limit };
  return { ...rest, limit: 'requests' in limit ? { requests: remaining } : { seconds: remaining } };
}

/**
 * The program with a rule before everything else: the next try of this event is answered 200. An override would come before every rule,
 * so it becomes a rule itself, and what it would have given way to (`after`) follows it.
 */
export function withNextTry(program: AnswerProgram, after: AnswerProgram | null, eventId: string): AnswerProgram {
  const { override, limit } = program;
  const next: Rule = {
    name: `next try of ${eventId}`.slice(0, 80),
    when: addTerm('', { key: 'event_id', value: eventId, mode: 'include' }),
    limit: { requests: 1 },
    action: 'respond',
    status: 200,
  };
  const behind = override !== null && limit !== null && after !== null ? toRules(after) : program.rules;
  const rules = override === null ? program.rules : [...toRules({ ...program, rules: [] }), ...behind];
  return { ...program, override: null, limit: null, rules: [next, ...rules] };
}

/** A program as rules alone. */
function toRules({ override, limit, rules }: AnswerProgram): Rule[] {
  if (override === null) return rules;
  return [{ ...override, name: 'every request', when: '', ...(limit !== null && { limit }) }, ...rules];
}

/** Whether this is what a limited override gives way to. */
function isSuccessor({ override, after }: AnswerState, answer: AnswerState): boolean {
  const decides = (program: AnswerProgram): string => JSON.stringify([program.override, program.rules]);
  return override !== null && after !== null && decides(after) === decides(answer);
}

/** Tells an arming of an override from every other; what is left of its limit does not count. */
function identify({ armedAt, override, limit }: AnswerState): string {
  return JSON.stringify([armedAt, override, limit]);
}
