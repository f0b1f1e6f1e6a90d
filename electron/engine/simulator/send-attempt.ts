import type { CallOutcome } from './call-line.ts';
import type { SenderCall } from './sender-call.ts';

/** What one attempt came to. */
export interface SendAttempt extends CallOutcome {
  call: SenderCall;
  /** From 1. */
  attempt: number;
  startedAtMs: number;
  durationMs: number;
  /** No further attempt follows. */
  last: boolean;
}
