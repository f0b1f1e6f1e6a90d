import type { Database } from 'better-sqlite3';
import { AppError } from '#shared/errors/app-error.ts';
import type { DeliveryReading } from '#shared/envelope/delivery-reading.ts';
import { explainDelivery } from '#shared/envelope/explain/explain-delivery.ts';
import { decodeFields, shownDepth } from '#shared/envelope/fields/decode-fields.ts';
import { findOddities, oddityCodes } from '#shared/envelope/json/json-oddities.ts';
import { trimmedSpan } from '#shared/envelope/json/json-span.ts';
import { scanJsonValue } from '#shared/envelope/json/scan-json-value.ts';
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
import { readEnvelopeBytes, readShownBytes } from './bytes/envelope-bytes.ts';
import { readDeliveryRows, toDeliveryItem, type DeliveryRow } from './delivery-rows.ts';
import { readChainOf } from './event-chain.ts';
import { readRequestRecord, type RecordQuery } from './request-record.ts';

const TEXT_LIMIT = 1_000_000;
const SHOTS_SHOWN = 20;
/** Places that are named of each oddity of the JSON. */
const PLACES_NAMED = 20;
const ordered: ReadonlySet<StoryEntity> = new Set(inversionEntities);

/** The row of a delivery. Throws `DELIVERY_NOT_FOUND`. */
export function readDeliveryRow(db: Database, id: number): DeliveryRow {
  const [row] = readDeliveryRows(db, [id]);
  if (row === undefined) throw new AppError('DELIVERY_NOT_FOUND', `There is no delivery ${id} in this capture.`);
  return row;
}

/** Everything about one delivery, secrets masked unless they are asked for. Throws `DELIVERY_NOT_FOUND`. */
export function readDeliveryDetail(db: Database, { id, reveal }: RecordQuery): DeliveryDetail {
  const row = readDeliveryRow(db, id);
  const bytes = reveal === undefined ? readShownBytes(db, row) : readEnvelopeBytes(db, row);
  const text = row.unparsed === 1 ? null : bytes.toString('utf8');
  const isTooDeep = text !== null && jsonDepthExceeds(text, shownDepth);
  const envelope = text === null || isTooDeep ? undefined : parseEnvelope(text);
  // Read again from the bytes: references and the reason why nothing was found need no columns of their own.
  const [reading] = readDeliveries(bytes);
  const stories = reading?.references ?? [];
  const item = toDeliveryItem(row);
  const fields = text === null ? [] : decodeFields(envelope, text);
  const request = readRequestRecord(db, { id: row.request_id, reveal });
  const parseError = row.unparsed === 1 ? toParseError(bytes, reading, row) : null;
  const oddities =
    text === null || !item.problems.some(isOddity) ? [] : findOddities(bytes, trimmedSpan(bytes), PLACES_NAMED);
  return {
    ...item,
    envelope: envelope ?? null,
    envelopeText: text === null ? null : text.slice(0, TEXT_LIMIT),
    fields,
    explanations: explainDelivery({
      ...item,
      fields,
      oddities,
      parseError,
      isTooDeep,
      contentEncoding: request.contentEncoding,
    }),
    request,
    chain: readChainOf(db, row),
    stories,
    parseError,
    inversion: row.early === 1 || row.late === 1 ? findInversion(db, row, stories) : null,
    diffPartnerId: findDiffPartner(db, row),
    shots: readDeliveryShots(db, id),
  };
}

/** Lines, columns and offsets count from the start of the body, also for an element of a batch; of the decoded body where it was decoded. */
function toParseError(
  bytes: Buffer,
  reading: DeliveryReading | undefined,
  row: DeliveryRow,
): DeliveryDetail['parseError'] {
  // Written when the whole body was at hand; the last code says why nothing was found.
  const isUndecoded = /(?:^| )(?:content_\w+|token_request) $/.test(row.problems);
  const offset = row.batch_index === null ? (reading?.parseError?.offset ?? null) : offsetInElement(bytes);
  return { message: row.summary, offset: isUndecoded || offset === null ? null : offset + row.span_start };
}

function offsetInElement(bytes: Buffer): number {
  const scan = scanJsonValue(bytes, 0);
  return scan.ok ? 0 : scan.offset;
}

function isOddity(code: string): boolean {
  return (oddityCodes as readonly string[]).includes(code);
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
