import type { Database } from 'better-sqlite3';
import { AppError } from '#shared/errors/app-error.ts';
import type { Chain, ChainAttempt } from '#shared/protocol/delivery.ts';
import { toIsoTime } from '#shared/protocol/iso-time.ts';
import { attemptLimit } from '#shared/spec/limits.ts';
import { readEventRows, type DeliveryRow } from './delivery-rows.ts';

interface Clock {
  run_id: number;
  received_mono: number;
}

/** The chain of an event: every delivery of one event_id with gaps and answers. Throws `EVENT_NOT_FOUND`. */
export function readEventChain(db: Database, eventId: string): Chain {
  const rows = readEventRows(db, eventId);
  if (rows.length === 0) {
    throw new AppError('EVENT_NOT_FOUND', `No delivery in this capture carries event_id ${eventId}.`);
  }
  const clockOf = db.prepare<[number], Clock>('SELECT run_id, received_mono FROM requests WHERE id = ?');
  const attempts = rows.map((row, i): ChainAttempt => {
    const before = rows.slice(0, i).findLast(({ origin }) => origin === row.origin);
    return {
      deliveryId: row.id,
      requestId: row.request_id,
      attempt: row.attempt,
      receivedAt: toIsoTime(row.received_at),
      answeredAt: toIsoTime(row.answered_at),
      peerClosedAt: toIsoTime(row.peer_closed_at),
      gapMs:
        before === undefined ? null : toGapMs(before, row, clockOf.get(before.request_id), clockOf.get(row.request_id)),
      answer: { action: row.answer_action, status: row.answer_status, decidedBy: row.answer_decided_by },
      sameBody: before === undefined ? null : before.body_sha256.equals(row.body_sha256),
      origin: row.origin,
    };
  });
  return { eventId, state: toState(attempts), attempts };
}

/** By the monotonic clock within one run, by the wall clock across runs; milliseconds. */
function toGapMs(before: DeliveryRow, row: DeliveryRow, from: Clock | undefined, to: Clock | undefined): number {
  if (from !== undefined && to !== undefined && from.run_id === to.run_id) return to.received_mono - from.received_mono;
  return row.received_at - before.received_at;
}

/** A 200 counts once it reached the sender; one who had gone before saw a time-out. */
function isAccepted(attempt: ChainAttempt): boolean {
  return attempt.answer.status === 200 && !wasNotWaitedFor(attempt);
}

function wasNotWaitedFor({ answeredAt, peerClosedAt }: ChainAttempt): boolean {
  return answeredAt === null && peerClosedAt !== null;
}

/** Spec, Errors and Limits: 200 completes an event; 500 and time-out are retried up to 4 attempts; nothing is said of other answers. */
function toState(attempts: readonly ChainAttempt[]): Chain['state'] {
  const own = attempts.filter(({ origin }) => origin === (attempts[0]?.origin ?? 'platform'));
  if (own.some(isAccepted)) return 'complete';
  const last = own.at(-1);
  const isRetried =
    last !== undefined && (wasNotWaitedFor(last) || last.answer.action === 'hang' || last.answer.status === 500);
  if (!isRetried) return 'unknown';
  return own.length >= attemptLimit ? 'gave_up' : 'pending';
}
