import type { Database } from 'better-sqlite3';
import type { DeliveryRow } from '../delivery-rows.ts';
import { maskBody, readBody } from './request-body.ts';

/** Where the bytes of a delivery's envelope are. */
export type EnvelopePlace = Pick<
  DeliveryRow,
  'id' | 'request_id' | 'batch_index' | 'problems' | 'span_start' | 'span_end'
>;

/**
 * The bytes of a delivery's envelope: its slice where there is one (an element of a batch, or a body that was decoded), else its span
 * of the stored body. A row without problems that is no element of a batch never has a slice.
 */
export function readEnvelopeBytes(db: Database, row: EnvelopePlace): Buffer {
  const slice =
    row.batch_index === null && row.problems === ''
      ? undefined
      : db.prepare<[number], Buffer>('SELECT bytes FROM slices WHERE delivery_id = ?').pluck().get(row.id);
  return slice ?? readBody(db, row.request_id).subarray(row.span_start, row.span_end);
}

/** The same without secrets, see `maskBody`. */
export function readShownBytes(db: Database, row: EnvelopePlace): Buffer {
  return maskBody(db, row.request_id, readEnvelopeBytes(db, row));
}
