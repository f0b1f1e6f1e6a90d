// What became of one attempt, told from what was decided and how its conversation ended. An answer counts only once it was written: a
// sender that had gone before saw a time-out, whatever was decided.
import type { AnswerRecord, ChainAttempt } from '../protocol/delivery.ts';

/** What the chain needs to know of an attempt. Times are epoch milliseconds by the wall clock. */
export interface AttemptFacts {
  /** Envelopes of one request are one attempt of the sender. */
  requestId: number;
  receivedAtMs: number;
  answeredAtMs: number | null;
  peerClosedAtMs: number | null;
  answer: Pick<AnswerRecord, 'action' | 'status' | 'released'>;
}

/**
 * accepted: a 200 was written. failed: 500. timeout: the sender left without a response. other: the spec says nothing of it (401, another
 * status, a connection that we reset, or held and closed). open: held, or 200 and not known to have been written.
 */
export type AttemptResult = 'accepted' | 'failed' | 'timeout' | 'other' | 'open';

/** What became of an attempt (spec, Errors). */
export function attemptResult(facts: AttemptFacts): AttemptResult {
  const { answer, answeredAtMs } = facts;
  const status = givenStatus(answer);
  if (isLeftBySender(facts)) return 'timeout';
  if (status === 200) return answeredAtMs === null ? 'open' : 'accepted';
  if (status === 500) return 'failed';
  if (answer.action !== 'hang' || status !== null) return 'other';
  return answeredAtMs === null && answer.released === null ? 'open' : 'other';
}

/** Whether an attempt is one of the failures that the spec limits (Limits: calls answered with 500 or timing out). */
export function isFailure(facts: AttemptFacts): boolean {
  const result = attemptResult(facts);
  return result === 'failed' || result === 'timeout';
}

/** Whether 200 was decided, or given to a held request, when the sender had already gone. */
export function isLateAck(facts: AttemptFacts): boolean {
  return isLeftBySender(facts) && givenStatus(facts.answer) === 200;
}

/** How long an attempt was left without an answer, in milliseconds: held, or until its sender went; null for others and while it is held. */
export function heldMs(facts: AttemptFacts): number | null {
  const { answer, answeredAtMs, peerClosedAtMs, receivedAtMs } = facts;
  if (answer.action !== 'hang' && !isLeftBySender(facts)) return null;
  const endedAtMs = answeredAtMs ?? peerClosedAtMs;
  return endedAtMs === null ? null : endedAtMs - receivedAtMs;
}

/** Who ended a conversation that did not end with a response; null while it is open and after a response. */
export function closedBy(facts: AttemptFacts): ChainAttempt['closedBy'] {
  if (isLeftBySender(facts)) return 'sender';
  return facts.answeredAtMs !== null && givenStatus(facts.answer) === null ? 'receiver' : null;
}

/** The status of the response; null where none was meant to be given. */
function givenStatus({ status, released }: AttemptFacts['answer']): number | null {
  return released === null ? status : released.status;
}

function isLeftBySender({ answeredAtMs, peerClosedAtMs }: AttemptFacts): boolean {
  return answeredAtMs === null && peerClosedAtMs !== null;
}
