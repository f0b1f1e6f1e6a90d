import type { Database } from 'better-sqlite3';
import type { AnswerAction, AnswerDecider } from '#shared/answer/answer.ts';
import type { AuthVerdict, DeliveryItem, Environment, Origin } from '#shared/protocol/delivery.ts';
import { toIsoTime } from '#shared/protocol/iso-time.ts';

/** A row of `deliveries` with what the list needs of its request. */
export interface DeliveryRow {
  id: number;
  request_id: number;
  batch_index: number | null;
  received_at: number;
  order_ts: number;
  event_ts: number | null;
  lag_ms: number | null;
  attempt: number;
  attempts: number | null;
  answer_status: number | null;
  answer_action: AnswerAction;
  answer_decided_by: AnswerDecider;
  size_bytes: number;
  unparsed: number;
  early: number;
  late: number;
  event_name: string | null;
  event_id: string | null;
  origin: Origin;
  environment: Environment;
  auth: AuthVerdict;
  problems: string;
  summary: string;
  span_start: number;
  span_end: number;
  body_sha256: Buffer;
  answered_at: number | null;
  peer_closed_at: number | null;
}

const SELECT_ROW = `
  SELECT d.*, r.answer_decided_by, o.answered_at, o.peer_closed_at,
    (SELECT x.attempt FROM deliveries x WHERE x.event_id = d.event_id AND x.origin = d.origin ORDER BY x.id DESC LIMIT 1) AS attempts
  FROM deliveries d JOIN requests r ON r.id = d.request_id LEFT JOIN outcomes o ON o.request_id = d.request_id`;

/** Rows by id, in the order asked for; ids that do not exist are left out. */
export function readDeliveryRows(db: Database, ids: Iterable<number>): DeliveryRow[] {
  const select = db.prepare<[number], DeliveryRow>(`${SELECT_ROW} WHERE d.id = ?`);
  const rows: DeliveryRow[] = [];
  for (const id of ids) {
    const row = select.get(id);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

/** All deliveries of an event, in the order of arrival. */
export function readEventRows(db: Database, eventId: string): DeliveryRow[] {
  return db.prepare<[string], DeliveryRow>(`${SELECT_ROW} WHERE d.event_id = ? ORDER BY d.id LIMIT 1000`).all(eventId);
}

/** The list's form of a row. */
export function toDeliveryItem(row: DeliveryRow): DeliveryItem {
  return {
    id: row.id,
    requestId: row.request_id,
    seq: row.id,
    receivedAt: toIsoTime(row.received_at),
    answeredAt: toIsoTime(row.answered_at),
    peerClosedAt: toIsoTime(row.peer_closed_at),
    eventId: row.event_id,
    eventName: row.event_name,
    eventTs: toIsoTime(row.event_ts),
    lagMs: row.lag_ms,
    attempt: row.attempt,
    attempts: Math.max(row.attempt, row.attempts ?? 1),
    answer: { action: row.answer_action, status: row.answer_status, decidedBy: row.answer_decided_by },
    unparsed: row.unparsed === 1,
    batchIndex: row.batch_index,
    early: row.early === 1,
    late: row.late === 1,
    problems: row.problems.split(' ').filter((code) => code !== ''),
    summary: row.summary,
    sizeBytes: row.size_bytes,
    environment: row.environment,
    auth: row.auth,
    origin: row.origin,
  };
}
