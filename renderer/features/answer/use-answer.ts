import type { Fault, Limit } from '#shared/answer/answer.ts';
import type { AnswerState } from '#shared/protocol/status.ts';
import { useActions, useEngine, useInspector } from '#renderer/state/use-inspector.ts';
import { toProgram } from './answer-plan.ts';

export interface AnswerControl {
  /** As the engine last said; undefined before its first word. */
  answer: AnswerState | undefined;
  /** Arms a fault, or with null goes back to 200. */
  arm: (fault: Fault | null, limit: Limit | null) => void;
}

export function useAnswer(): AnswerControl {
  const answer = useInspector((s) => s.status?.answer);
  const engine = useEngine();
  const { report } = useActions();
  return {
    answer,
    arm: (fault, limit) => {
      engine.call('answer.write', { body: toProgram(fault, limit) }).catch(report);
    },
  };
}
