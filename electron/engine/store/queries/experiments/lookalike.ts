import type { Database } from 'better-sqlite3';
import type { Lookalike, ObservedAttempt } from '#shared/experiment/observations.ts';
import { readEnvelopeBytes } from '../bytes/envelope-bytes.ts';
import { readDeliveryRows, type DeliveryRow } from '../delivery-rows.ts';

/** Which event, its attempts, and when a request arrived. */
export interface LookalikeQuery {
  row: DeliveryRow;
  attempts: readonly ObservedAttempt[];
  monoOf: (requestId: number) => number;
}

/** Candidates that are compared byte by byte. */
const COMPARED = 20;

/**
 * The next delivery that is the same as an event, byte for byte, but for its event_id: what a sender that gives each try an id of its own
 * looks like. Name and event_ts, which an index serves, choose the candidates. Null where there is none.
 */
export function readLookalike(db: Database, { row, attempts, monoOf }: LookalikeQuery): Lookalike | null {
  if (row.event_id === null || row.event_name === null || row.event_ts === null) return null;
  const ids = db
    .prepare<unknown[], number>(
      `SELECT d.id FROM deliveries d WHERE d.event_name = ? AND d.order_ts = ? AND d.event_ts IS NOT NULL
       AND d.event_id IS NOT NULL AND d.event_id <> ? AND d.origin = ? AND d.request_id > ? ORDER BY d.id LIMIT ?`,
    )
    .pluck()
    .all(row.event_name, row.event_ts, row.event_id, row.origin, row.request_id, COMPARED);
  const own = textWithoutId(db, row);
  const found = readDeliveryRows(db, ids).find((candidate) => textWithoutId(db, candidate) === own);
  if (found === undefined) return null;
  const arrivedMonoMs = monoOf(found.request_id);
  const before = attempts.filter(({ requestId }) => requestId < found.request_id).at(-1);
  return {
    deliveryId: found.id,
    eventId: found.event_id,
    gapMs: arrivedMonoMs - (before?.arrivedMonoMs ?? arrivedMonoMs),
  };
}

function textWithoutId(db: Database, row: DeliveryRow): string {
  const text = readEnvelopeBytes(db, row).toString('latin1');
  return row.event_id === null ? text : text.replaceAll(Buffer.from(row.event_id).toString('latin1'), '');
}
