import type { AnswerState, Status } from '#shared/protocol/status.ts';
import { status } from './features/status.ts';

/** An answer with nothing armed but what is given. */
export function testAnswer(change: Partial<AnswerState> = {}): AnswerState {
  return { ...status().answer, ...change };
}

/** A receiver that listens and has received nothing, with this answer. */
export function testStatus(answer: Partial<AnswerState> = {}): Status {
  return { ...status(), answer: testAnswer(answer) };
}
