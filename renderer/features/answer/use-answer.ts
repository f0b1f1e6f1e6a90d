import type { AnswerProgram, Fault, Limit } from '#shared/answer/answer.ts';
import { plainProgram } from '#shared/answer/armed-answer.ts';
import type { AnswerState } from '#shared/protocol/status.ts';
import { toProgramLeft } from '#renderer/state/arming.ts';
import { useActions, useInspector } from '#renderer/state/use-inspector.ts';

export interface AnswerControl {
  /** As the engine last said; undefined before its first word. */
  answer: AnswerState | undefined;
  /** Arms a fault, or with null goes back to 200. */
  armFault: (fault: Fault | null, limit: Limit | null) => void;
  /** Changes what is armed, with what is left of its limit. */
  change: (change: Partial<Pick<AnswerProgram, 'rescueLastAttempt' | 'keep'>>) => Promise<void>;
  undo: () => void;
  canUndo: boolean;
}

export function useAnswer(): AnswerControl {
  const answer = useInspector((s) => s.status?.answer);
  const canUndo = useInspector((s) => s.undoProgram !== null);
  const { arm, undoArming, report } = useActions();
  return {
    answer,
    armFault(fault, limit) {
      arm(toFaultProgram(fault, limit, answer)).catch(report);
    },
    async change(change) {
      if (answer) await arm({ ...toProgramLeft(answer), ...change }).catch(report);
    },
    undo() {
      undoArming().catch(report);
    },
    canUndo,
  };
}

/** A fault for everything. Ticks that were set beside the fault before stay set; nothing is left of them once it is 200 again. */
export function toFaultProgram(
  fault: Fault | null,
  limit: Limit | null,
  before: Pick<AnswerState, 'armedAt' | 'rescueLastAttempt' | 'keep'> | undefined,
): AnswerProgram {
  if (fault === null) return plainProgram;
  const isArmed = before !== undefined && before.armedAt !== null;
  const ticks = isArmed ? { rescueLastAttempt: before.rescueLastAttempt, keep: before.keep } : {};
  return { ...plainProgram, ...ticks, override: fault, limit };
}
