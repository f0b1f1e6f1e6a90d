// The chain of a delivery: every attempt of its event with gaps, answers and what changed in between. An event sent by ourselves is listed
// with the platform's, but attempts are compared and the state is told within one origin only.
import type { Database } from 'better-sqlite3';
import { closedBy, heldMs, type AttemptFacts } from '#shared/chain/attempt-result.ts';
import { chainState } from '#shared/chain/chain-state.ts';
import { changedHeaders } from '#shared/chain/changed-headers.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Chain, ChainAttempt } from '#shared/protocol/delivery.ts';
import { toIsoTime } from '#shared/protocol/iso-time.ts';
import { attemptColumns, toAttemptFacts, type AttemptColumns } from '../chain/attempt-columns.ts';
import { parseHeadersJson } from '../batch-codec.ts';
import {
  readChainRows,
  toAnswerRecord,
  toClasses,
  type BeforeColumns,
  type ChainCondition,
  type DeliveryRow,
} from './delivery-rows.ts';

/** Attempts that are listed; there may be more. */
const LISTED = 1_000;

/** The chain of an event: every delivery of one event_id. Throws `EVENT_NOT_FOUND`. */
export function readEventChain(db: Database, eventId: string): Chain {
  const chain = readChain(db, { where: 'd.event_id = ? AND d.chained = 1', params: [eventId] });
  if (chain === null) throw new AppError('EVENT_NOT_FOUND', `No delivery in this capture carries event_id ${eventId}.`);
  return { eventId, joinedBy: 'event_id', ...chain };
}

/** The chain that a delivery belongs to, by its event_id, or without one by its body; null where nothing can join it to others. */
export function readChainOf(db: Database, row: DeliveryRow): Chain | null {
  if (row.chained === 0) return null;
  if (row.event_id !== null) return readEventChain(db, row.event_id);
  const where = 'd.event_id IS NULL AND d.chained = 1 AND d.body_sha256 = ? AND d.batch_index IS ?';
  const chain = readChain(db, { where, params: [row.body_sha256, row.batch_index] });
  return chain === null ? null : { eventId: null, joinedBy: 'body', ...chain };
}

function readChain(db: Database, condition: ChainCondition): Omit<Chain, 'eventId' | 'joinedBy'> | null {
  const rows = readChainRows(db, condition, LISTED + 1);
  const listed = rows.slice(-LISTED);
  const [first] = listed;
  if (first === undefined) return null;
  const origin = listed.some((row) => row.origin === 'platform') ? 'platform' : first.origin;
  const compare = createComparison(db);
  return {
    state: chainState(readFacts(db, condition, origin)),
    attempts: listed.map((row) => toChainAttempt(row, compare(row))),
    truncated: rows.length > LISTED,
  };
}

/** Of all attempts, also where only the newest are listed. */
function readFacts(db: Database, { where, params }: ChainCondition, origin: string): AttemptFacts[] {
  return db
    .prepare<unknown[], AttemptColumns>(
      `SELECT ${attemptColumns('d', 'o')} FROM deliveries d LEFT JOIN outcomes o ON o.request_id = d.request_id
       WHERE ${where} AND d.origin = ? ORDER BY d.id`,
    )
    .all(...params, origin)
    .map(toAttemptFacts);
}

type Comparison = Pick<ChainAttempt, 'gapMs' | 'changedHeaders' | 'batch'>;

function toChainAttempt(row: DeliveryRow, comparison: Comparison): ChainAttempt {
  const facts = toAttemptFacts(row);
  return {
    deliveryId: row.id,
    requestId: row.request_id,
    attempt: row.attempt,
    receivedAt: toIsoTime(row.received_at),
    answeredAt: toIsoTime(row.answered_at),
    peerClosedAt: toIsoTime(row.peer_closed_at),
    answer: toAnswerRecord(row),
    sameBody: row.before === null ? null : row.before.same_body === 1,
    classes: toClasses(row),
    heldMs: heldMs(facts),
    closedBy: closedBy(facts),
    origin: row.origin,
    ...comparison,
  };
}

interface RequestHead {
  run_id: number;
  received_at: number;
  received_mono: number;
  raw_headers: string;
}

/** Compares an attempt with the one before it, which need not be listed. */
function createComparison(db: Database): (row: DeliveryRow) => Comparison {
  const headOf = db.prepare<[number], RequestHead>(
    'SELECT run_id, received_at, received_mono, raw_headers FROM requests WHERE id = ?',
  );
  const sizeOf = db.prepare<[number], number>('SELECT count(*) FROM deliveries WHERE request_id = ?').pluck();
  const idsOf = db
    .prepare<[number], string | null>('SELECT event_id FROM deliveries WHERE request_id = ? ORDER BY event_id')
    .pluck();
  // The same bytes are the same events; else the identifiers are compared, in whatever order they came.
  const hasSameEvents = (row: DeliveryRow, before: BeforeColumns): boolean =>
    before.same_body === 1 ||
    JSON.stringify(idsOf.all(row.request_id)) === JSON.stringify(idsOf.all(before.request_id));

  return (row) => {
    const { before } = row;
    const from = before === null ? undefined : headOf.get(before.request_id);
    const to = headOf.get(row.request_id);
    const isCompared = from !== undefined && to !== undefined;
    return {
      gapMs: isCompared ? gapMs(from, to) : null,
      changedHeaders: isCompared
        ? changedHeaders(parseHeadersJson(from.raw_headers), parseHeadersJson(to.raw_headers))
        : null,
      batch:
        row.batch_index === null
          ? null
          : {
              size: sizeOf.get(row.request_id) ?? 0,
              sameEvents: before === null ? null : hasSameEvents(row, before),
            },
    };
  };
}

/** By the monotonic clock within one run, by the wall clock across runs; milliseconds. */
function gapMs(from: RequestHead, to: RequestHead): number {
  return from.run_id === to.run_id ? to.received_mono - from.received_mono : to.received_at - from.received_at;
}
