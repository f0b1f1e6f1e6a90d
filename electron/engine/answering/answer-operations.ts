import type { AnswerProgram } from '#shared/answer/answer.ts';
import type { AnswerPreviewRequest, HeldRequests, ReleaseRequest } from '#shared/protocol/answer-calls.ts';
import type { AnswerState } from '#shared/protocol/status.ts';
import type { ProgramShelf } from './program-shelf.ts';

/** What the control API does with the armed answer. */
export interface AnswerOperations {
  state(): AnswerState;
  /** Arms, and keeps for the next start what says so. Throws `FILTER_INVALID`; `SETTINGS_UNWRITABLE` where it is armed but cannot be kept. */
  arm(program: AnswerProgram): Promise<AnswerState>;
  /** JSON of what a program would have answered. Throws `QUERY_CANCELLED`. */
  preview(request: AnswerPreviewRequest, signal: AbortSignal): Promise<Uint8Array>;
  held(): Promise<HeldRequests>;
  release(request: ReleaseRequest): { released: number };
  readonly programs: ProgramShelf;
}
