import { isUtf8 } from 'node:buffer';
import type { FilterQuery } from '#shared/protocol/query.ts';
import { readShownBytes } from './bytes/envelope-bytes.ts';
import { readDeliveryRows, toDeliveryItem } from './delivery-rows.ts';
import { newestDeliveryId, toCompiledFilter, type QueryContext } from './query-context.ts';

/** A part of an export: finished NDJSON lines, and where the next part begins (null at the end). */
export interface ExportPage {
  lines: string;
  nextAfterId: number | null;
}

const ROWS_PER_PAGE = 200;
/** Deliveries looked at for one page, so that a rare match cannot hold the reader. */
const LOOKED_AT = 20_000;

/**
 * The next lines of an NDJSON export, in the order of arrival: the list's row plus `envelopeText`, the envelope's exact source, or
 * `bodyBase64` where the bytes are not an envelope. A body with Content-Encoding is exported as it reads, not as it was encoded.
 */
export function readExportPage(context: QueryContext, query: FilterQuery, afterId: number): ExportPage {
  const { db } = context;
  const compiled = toCompiledFilter(query, context.nowMs());
  const newest = newestDeliveryId(db);
  const through = Math.min(newest, afterId + LOOKED_AT);
  const ids = db
    .prepare<unknown[], number>(
      `SELECT d.id FROM deliveries d WHERE d.id > ? AND d.id <= ? AND (${compiled?.where ?? '1'}) ORDER BY d.id LIMIT ${ROWS_PER_PAGE}`,
    )
    .pluck()
    .all(afterId, through, ...(compiled?.params ?? []));
  const lines = readDeliveryRows(db, ids).map((row) => {
    const bytes = readShownBytes(db, row);
    // Text only where it says the same as the bytes.
    const isExact = row.unparsed === 0 && isUtf8(bytes);
    const content = isExact ? { envelopeText: bytes.toString('utf8') } : { bodyBase64: bytes.toString('base64') };
    return `${JSON.stringify({ ...toDeliveryItem(row), ...content })}\n`;
  });
  const reached = ids.length === ROWS_PER_PAGE ? (ids.at(-1) ?? through) : through;
  return { lines: lines.join(''), nextAfterId: reached >= newest ? null : reached };
}
