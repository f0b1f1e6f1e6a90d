import type { Database } from 'better-sqlite3';
import type { AnswerAction, AnswerDecider } from '#shared/answer/answer.ts';
import { classifyAttempt } from '#shared/chain/classify-attempt.ts';
import type {
  AnswerRecord,
  AttemptClass,
  AuthVerdict,
  DeliveryItem,
  Environment,
  Origin,
} from '#shared/protocol/delivery.ts';
import { toIsoTime } from '#shared/protocol/iso-time.ts';
import { attemptColumns, toAttemptFacts, type AttemptColumns } from '../chain/attempt-columns.ts';
import { chainConditions } from '../chain/chain-conditions.ts';

/** The attempt before a delivery, whether it has the same body, and whether an earlier one had been accepted. */
export interface BeforeColumns extends AttemptColumns {
  same_body: number;
  accepted_before: number;
  spent_before: number;
}

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
  attempts: number;
  chained: number;
  chain_id: number | null;
  previous_id: number | null;
  before: BeforeColumns | null;
  answer_status: number | null;
  answer_action: AnswerAction;
  answer_decided_by: AnswerDecider;
  answer_detail: string | null;
  answer_note: string | null;
  released: number | null;
  released_status: number | null;
  credential: number | null;
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

type StoredRow = Omit<DeliveryRow, 'before'>;

const SELECT_ROW = `
  SELECT d.*, r.answer_decided_by, r.answer_detail, r.answer_note, o.answered_at, o.peer_closed_at, o.released, o.released_status,
    CASE d.superseded WHEN 0 THEN d.attempt
      ELSE (SELECT x.attempt FROM deliveries x WHERE x.chain_id = d.chain_id ORDER BY x.id DESC LIMIT 1) END AS attempts
  FROM deliveries d JOIN requests r ON r.id = d.request_id LEFT JOIN outcomes o ON o.request_id = d.request_id`;
const SELECT_BEFORE = `
  SELECT ${attemptColumns('p', 'po')},
    p.body_sha256 = d.body_sha256 AND p.size_bytes = d.size_bytes AS same_body,
    ${chainConditions.dup} AS accepted_before, ${chainConditions['beyond-limit']} AS spent_before
  FROM deliveries d JOIN deliveries p ON p.id = d.previous_id LEFT JOIN outcomes po ON po.request_id = p.request_id WHERE d.id = ?`;

/** Rows by id, in the order asked for; ids that do not exist are left out. */
export function readDeliveryRows(db: Database, ids: Iterable<number>): DeliveryRow[] {
  const select = db.prepare<[number], StoredRow>(`${SELECT_ROW} WHERE d.id = ?`);
  const complete = createCompletion(db);
  const rows: DeliveryRow[] = [];
  for (const id of ids) {
    const row = select.get(id);
    if (row !== undefined) rows.push(complete(row));
  }
  return rows;
}

/** Rows of one chain: the newest, so many at most, in the order of arrival. */
export function readChainRows(db: Database, { where, params }: ChainCondition, limit: number): DeliveryRow[] {
  const select = db.prepare<unknown[], StoredRow>(`${SELECT_ROW} WHERE ${where} ORDER BY d.id DESC LIMIT ?`);
  const rows = select.all(...params, limit).toReversed();
  return rows.map(createCompletion(db));
}

/** Looks up what only later attempts have, for them alone: most rows are the only ones of their chain. */
function createCompletion(db: Database): (row: StoredRow) => DeliveryRow {
  const select = db.prepare<[number], BeforeColumns>(SELECT_BEFORE);
  return (row) => ({ ...row, before: row.previous_id === null ? null : (select.get(row.id) ?? null) });
}

/** Which rows `d` of `deliveries` are a chain. */
export interface ChainCondition {
  where: string;
  params: readonly (string | number | Uint8Array | null)[];
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
    attempts: row.attempts,
    classes: toClasses(row),
    answer: toAnswerRecord(row),
    unparsed: row.unparsed === 1,
    batchIndex: row.batch_index,
    early: row.early === 1,
    late: row.late === 1,
    problems: row.problems.split(' ').filter((code) => code !== ''),
    summary: row.summary,
    sizeBytes: row.size_bytes,
    environment: row.environment,
    auth: row.auth,
    credential: row.credential,
    origin: row.origin,
  };
}

/** What the delivery is in its chain. */
export function toClasses(row: DeliveryRow): AttemptClass[] {
  const { before } = row;
  return classifyAttempt(toAttemptFacts(row), {
    attempt: row.attempt,
    origin: row.origin,
    before: before === null ? null : toAttemptFacts(before),
    sameBody: before === null ? null : before.same_body === 1,
    acceptedBefore: before?.accepted_before === 1,
    spentBefore: before?.spent_before === 1,
  });
}

/** Columns of an answer, as a request's row and its outcome have them. */
export type AnswerColumns = Pick<
  DeliveryRow,
  | 'answer_action'
  | 'answer_status'
  | 'answer_decided_by'
  | 'answer_detail'
  | 'answer_note'
  | 'released'
  | 'released_status'
>;

/** What was decided, and what a held request was let go with. */
export function toAnswerRecord(row: AnswerColumns): AnswerRecord {
  return {
    action: row.answer_action,
    status: row.answer_status,
    decidedBy: row.answer_decided_by,
    detail: row.answer_detail,
    note: row.answer_note,
    released: row.released === 1 ? { status: row.released_status } : null,
  };
}
