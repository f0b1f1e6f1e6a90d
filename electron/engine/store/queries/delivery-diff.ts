import type { Database } from 'better-sqlite3';
import { diffEnvelopes } from '#shared/diff/diff-envelopes.ts';
import type { Diff, DiffRequest } from '#shared/protocol/diff.ts';
import { readShownBytes } from './bytes/envelope-bytes.ts';
import { readDeliveryRow } from './delivery-detail.ts';

/** Structural difference of two deliveries. Throws `DELIVERY_NOT_FOUND`. */
export function readDeliveryDiff(db: Database, { a, b }: DiffRequest): Diff {
  const rowA = readDeliveryRow(db, a);
  const rowB = readDeliveryRow(db, b);
  return {
    ...diffEnvelopes(readShownBytes(db, rowA).toString('utf8'), readShownBytes(db, rowB).toString('utf8')),
    sameBytes: rowA.body_sha256.equals(rowB.body_sha256),
  };
}
