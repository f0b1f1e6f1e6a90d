import type { Database } from 'better-sqlite3';
import { AppError } from '#shared/errors/app-error.ts';
import type { DeliveryReading } from '#shared/envelope/delivery-reading.ts';
import { decodeFields } from '#shared/envelope/decode-fields.ts';
import { jsonDepthExceeds, parseEnvelope } from '#shared/envelope/parse-envelope.ts';
import { readDeliveries } from '#shared/envelope/read-deliveries.ts';
import { inversionEntities } from '#shared/order/find-inversions.ts';
import {
  storyEntities,
  type DeliveryDetail,
  type Shot,
  type StoryEntity,
  type StoryReference,
} from '#shared/protocol/delivery.ts';
import { toIsoTime } from '#shared/protocol/iso-time.ts';
import { parseHeadersJson } from '../batch-codec.ts';
import { readDeliveryRows, toDeliveryItem, type DeliveryRow } from './delivery-rows.ts';
import { readEventChain } from './event-chain.ts';
import { readBody, readRequestRecord } from './request-record.ts';

const TEXT_LIMIT = 1_000_000;
const DEPTH_LIMIT = 512;
const SHOTS_SHOWN = 20;
const ordered: ReadonlySet<StoryEntity> = new Set(inversionEntities);

/** The row of a delivery. Throws `DELIVERY_NOT_FOUND`. */
export function readDeliveryRow(db: Database, id: number): DeliveryRow {
  const [row] = readDeliveryRows(db, [id]);
  if (row === undefined) throw new AppError('DELIVERY_NOT_FOUND', `There is no delivery ${id} in this capture.`);
  return row;
}

/** The delivery's own bytes: of the body in single mode, of its slice in a batch. */
export function readEnvelopeBytes(db: Database, row: DeliveryRow): Buffer {
  if (row.batch_index === null) return readBody(db, row.request_id).subarray(row.span_start, row.span_end);
  return (
    db.prepare<[number], Buffer>('SELECT bytes FROM slices WHERE delivery_id = ?').pluck().get(row.id) ??
    Buffer.alloc(0)
  );
}

/** Everything about one delivery. Throws `DELIVERY_NOT_FOUND`. */
export function readDeliveryDetail(db: Database, id: number): DeliveryDetail {
  const row = readDeliveryRow(db, id);
  const bytes = readEnvelopeBytes(db, row);
  const text = row.unparsed === 1 ? null : bytes.toString('utf8');
  const envelope = text === null || jsonDepthExceeds(text, DEPTH_LIMIT) ? undefined : parseEnvelope(text);
  // Read again from the bytes: references and the reason why nothing was found need no columns of their own.
  const [reading] = readDeliveries(bytes);
  const stories = reading?.references ?? [];
  return {
    ...toDeliveryItem(row),
    envelope: envelope ?? null,
    envelopeText: text === null ? null : text.slice(0, TEXT_LIMIT),
    fields: text === null || envelope === undefined ? [] : decodeFields(envelope, text),
    request: readRequestRecord(db, row.request_id),
    chain: row.event_id === null ? null : readEventChain(db, row.event_id),
    stories,
    parseError: row.unparsed === 1 ? toParseError(reading, row) : null,
    inversion: row.early === 1 || row.late === 1 ? findInversion(db, row, stories) : null,
    diffPartnerId: findDiffPartner(db, row),
    shots: readDeliveryShots(db, id),
  };
}

/** Offsets count from the start of the body, also for an element of a batch. */
function toParseError(reading: DeliveryReading | undefined, row: DeliveryRow): DeliveryDetail['parseError'] {
  const error = reading?.parseError ?? null;
  if (error === null) return null;
  return { ...error, offset: error.offset === null ? null : error.offset + row.span_start };
}

interface Neighbour {
  delivery_id: number;
  order_ts: number;
}

/** The nearest delivery that this one overtook, or that overtook it, within one of its stories. */
function findInversion(
  db: Database,
  row: DeliveryRow,
  stories: readonly StoryReference[],
): DeliveryDetail['inversion'] {
  const [side, edge] = row.late === 1 ? ['<', 'DESC'] : ['>', 'ASC'];
  const neighbour = db.prepare<[number, string, string, number, number], Neighbour>(`
    SELECT delivery_id, order_ts FROM refs
    WHERE entity = ? AND value = ? AND origin = ? AND inversion IN (0, 1) AND delivery_id ${side} ? AND order_ts ${row.late === 1 ? '>' : '<'} ?
    ORDER BY delivery_id ${edge} LIMIT 1`);
  for (const reference of stories) {
    if (!ordered.has(reference.entity)) continue;
    const found = neighbour.get(
      storyEntities.indexOf(reference.entity),
      reference.value,
      row.origin,
      row.id,
      row.order_ts,
    );
    const other = found === undefined ? undefined : readDeliveryRows(db, [found.delivery_id])[0];
    if (other !== undefined) {
      return {
        deliveryId: other.id,
        eventName: other.event_name,
        byMs: Math.abs(other.received_at - row.received_at),
        reference,
      };
    }
  }
  return null;
}

/** The previous attempt, else the previous delivery of the same kind. */
function findDiffPartner(db: Database, row: DeliveryRow): number | null {
  const previousAttempt = db
    .prepare<[string | null, number], number>(
      'SELECT id FROM deliveries WHERE event_id = ? AND id < ? ORDER BY id DESC LIMIT 1',
    )
    .pluck();
  const previousOfKind = db
    .prepare<[string | null, number], number>(
      'SELECT id FROM deliveries WHERE event_name = ? AND id < ? ORDER BY order_ts DESC, id DESC LIMIT 1',
    )
    .pluck();
  return previousAttempt.get(row.event_id, row.id) ?? previousOfKind.get(row.event_name, row.id) ?? null;
}

interface ShotRow {
  replay_id: number;
  delivery_id: number;
  target_url: string;
  edited: number;
  started_at: number;
  duration_ms: number | null;
  status: number | null;
  error: string | null;
  response_headers: string;
  response_body: Buffer;
}

function readDeliveryShots(db: Database, deliveryId: number): Shot[] {
  return db
    .prepare<[number, number], ShotRow>('SELECT * FROM shots WHERE delivery_id = ? ORDER BY id DESC LIMIT ?')
    .all(deliveryId, SHOTS_SHOWN)
    .map((row) => ({
      replayId: row.replay_id,
      deliveryId: row.delivery_id,
      targetUrl: row.target_url,
      startedAt: toIsoTime(row.started_at),
      status: row.status,
      durationMs: row.duration_ms,
      error: row.error,
      responseHeaders: parseHeadersJson(row.response_headers).map(([name, value]) => [name, value]),
      responseBody: row.response_body.toString('utf8'),
      edited: row.edited === 1,
    }));
}
