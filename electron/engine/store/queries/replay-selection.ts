import type { Database } from 'better-sqlite3';
import { AppError } from '#shared/errors/app-error.ts';
import type { FilterQuery } from '#shared/protocol/query.ts';
import { parseHeadersJson } from '../batch-codec.ts';
import type { ReplayableDelivery, ReplayPlanEntry, ReplaySelection } from '../store.ts';
import { readEnvelopeBytes, type EnvelopePlace } from './bytes/envelope-bytes.ts';
import { isSecretForm } from './bytes/request-body.ts';
import { idRange, newestDeliveryId, scanInChunks, toCompiledFilter, type QueryContext } from './query-context.ts';

const SELECT_ENTRY = `SELECT d.id AS deliveryId, d.request_id AS requestId, d.received_at AS receivedAtMs, d.order_ts AS orderTsMs FROM deliveries d`;

/**
 * What a replay would send, in the order of arrival. Requests to the token endpoint stay behind, and with them the secrets of their
 * bodies: they are no deliveries of events. So do forms with a client's secret that missed the endpoint. Throws `DELIVERY_NOT_FOUND` for an id that does not exist.
 */
export function selectForReplay(context: QueryContext, selection: ReplaySelection): ReplayPlanEntry[] {
  const tokenRequest = context.db.prepare<[number], number>(
    `SELECT 1 FROM requests WHERE id = ? AND answer_decided_by = 'token-endpoint'`,
  );
  const selected =
    'deliveryIds' in selection ? selectByIds(context.db, selection.deliveryIds) : selectByFilter(context, selection);
  return selected.filter((entry) => tokenRequest.get(entry.requestId) === undefined && !isStrayForm(context.db, entry));
}

/** Only what carries no envelope is read. */
function isStrayForm(db: Database, { deliveryId }: ReplayPlanEntry): boolean {
  const row = db
    .prepare<[number], EnvelopePlace>(
      'SELECT id, request_id, batch_index, problems, span_start, span_end FROM deliveries WHERE id = ? AND unparsed = 1',
    )
    .get(deliveryId);
  return row !== undefined && isSecretForm(db, row.request_id, readEnvelopeBytes(db, row));
}

function selectByFilter(context: QueryContext, selection: FilterQuery): ReplayPlanEntry[] {
  const compiled = toCompiledFilter(selection, context.nowMs());
  const statement = context.db.prepare<unknown[], ReplayPlanEntry>(
    `${SELECT_ENTRY} WHERE ${idRange(compiled?.scansBodies !== true)} AND (${compiled?.where ?? '1'}) ORDER BY d.id`,
  );
  const entries: ReplayPlanEntry[] = [];
  const range = { after: 0, through: newestDeliveryId(context.db), isChunked: compiled?.scansBodies ?? false };
  scanInChunks(context, range, (after, through) => {
    for (const entry of statement.iterate(after, through, ...(compiled?.params ?? []))) entries.push(entry);
  });
  return entries;
}

function selectByIds(db: Database, ids: readonly number[]): ReplayPlanEntry[] {
  const select = db.prepare<[number], ReplayPlanEntry>(`${SELECT_ENTRY} WHERE d.id = ?`);
  return ids
    .map((id) => {
      const entry = select.get(id);
      if (entry === undefined) throw new AppError('DELIVERY_NOT_FOUND', `There is no delivery ${id} in this capture.`);
      return entry;
    })
    .toSorted((a, b) => a.deliveryId - b.deliveryId);
}

interface ReplayableRow extends ReplayPlanEntry {
  method: string;
  target: string;
  raw_headers: string;
  bytes: Buffer;
}

/** Head and bytes of one captured delivery. Throws `DELIVERY_NOT_FOUND`. */
export function readForReplay(db: Database, deliveryId: number): ReplayableDelivery {
  const row = db
    .prepare<[number], ReplayableRow>(
      `SELECT d.id AS deliveryId, d.request_id AS requestId, d.received_at AS receivedAtMs, d.order_ts AS orderTsMs,
         r.method, r.target, r.raw_headers, b.bytes
       FROM deliveries d JOIN requests r ON r.id = d.request_id JOIN bodies b ON b.request_id = d.request_id WHERE d.id = ?`,
    )
    .get(deliveryId);
  if (row === undefined) {
    throw new AppError('DELIVERY_NOT_FOUND', `There is no delivery ${deliveryId} in this capture.`);
  }
  const { raw_headers: rawHeaders, bytes, ...entry } = row;
  return { ...entry, rawHeaders: parseHeadersJson(rawHeaders), body: bytes };
}
