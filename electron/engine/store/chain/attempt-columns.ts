import type { AnswerAction } from '#shared/answer/answer.ts';
import type { AttemptFacts } from '#shared/chain/attempt-result.ts';

/** The columns of a delivery and of its request's outcome that say what became of an attempt. */
export interface AttemptColumns {
  request_id: number;
  received_at: number;
  answer_action: AnswerAction;
  answer_status: number | null;
  answered_at: number | null;
  peer_closed_at: number | null;
  released: number | null;
  released_status: number | null;
}

const ofDelivery = ['request_id', 'received_at', 'answer_action', 'answer_status'];
const ofOutcome = ['answered_at', 'peer_closed_at', 'released', 'released_status'];

/** SQL for these columns, from the aliases of `deliveries` and `outcomes`. */
export function attemptColumns(delivery: string, outcome: string): string {
  return [...ofDelivery.map((name) => `${delivery}.${name}`), ...ofOutcome.map((name) => `${outcome}.${name}`)].join(
    ', ',
  );
}

/** SQL for an object of these columns, where they have their own names. */
export const attemptJson = `json_object(${[...ofDelivery, ...ofOutcome].map((name) => `'${name}', ${name}`).join(', ')})`;

/** The facts of an attempt from its columns. */
export function toAttemptFacts(row: AttemptColumns): AttemptFacts {
  return {
    requestId: row.request_id,
    receivedAtMs: row.received_at,
    answeredAtMs: row.answered_at,
    peerClosedAtMs: row.peer_closed_at,
    answer: {
      action: row.answer_action,
      status: row.answer_status,
      released: row.released === 1 ? { status: row.released_status } : null,
    },
  };
}
