import type { Database } from 'better-sqlite3';
import { AppError } from '#shared/errors/app-error.ts';
import type { DeliveryPage, DeliveryQuery } from '#shared/protocol/query.ts';
import { readDeliveryRows, toDeliveryItem, type DeliveryRow } from './delivery-rows.ts';
import { newestDeliveryId, type QueryContext } from './query-context.ts';
import type { ResultSet, ResultSets } from './result-sets.ts';

/** Where a page starts: a place in the order, or after the row a cursor names. */
type PageStart = { offset: number } | { afterKey: number; afterId: number };

/** A page of the list. Any place costs about the same: ranks come from ids, a covering index, or a remembered result set. */
export function readDeliveriesPage(context: QueryContext, sets: ResultSets, query: DeliveryQuery): DeliveryPage {
  const start = toStart(query);
  const { ids, total } =
    query.filter.trim() === ''
      ? readUnfiltered(context.db, query, start)
      : readFiltered(sets.read(query), query, start);
  const rows = readDeliveryRows(context.db, ids);
  const last = rows.at(-1);
  const isFull = rows.length === query.limit;
  return {
    items: rows.map(toDeliveryItem),
    nextCursor: isFull && last !== undefined ? toCursor(query, last) : null,
    total,
  };
}

function readUnfiltered(db: Database, query: DeliveryQuery, start: PageStart): { ids: number[]; total: number } {
  const total = newestDeliveryId(db);
  if (query.order === 'event_ts') return { ids: readByEventTs(db, query, start, total), total };
  // Ids are arrival ordinals without gaps, so a rank is an id.
  const isAscending = query.dir === 'asc';
  const skipped = 'offset' in start ? start.offset : isAscending ? start.afterId : total - start.afterId + 1;
  const count = Math.max(0, Math.min(query.limit, total - skipped));
  const ids = Array.from({ length: count }, (_, i) => (isAscending ? skipped + i + 1 : total - skipped - i));
  return { ids, total };
}

/** Ranks in the index on order_ts, walked from the nearer end. */
function readByEventTs(db: Database, query: DeliveryQuery, start: PageStart, total: number): number[] {
  if (!('offset' in start)) return readAfterKey(db, query, start);
  const count = Math.max(0, Math.min(query.limit, total - start.offset));
  const fromEnd = total - start.offset - count;
  const isFlipped = fromEnd < start.offset;
  const direction = (query.dir === 'asc') !== isFlipped ? 'ASC' : 'DESC';
  const ids = db
    .prepare<[number, number], number>(
      `SELECT id FROM deliveries ORDER BY order_ts ${direction}, id ${direction} LIMIT ? OFFSET ?`,
    )
    .pluck()
    .all(count, isFlipped ? fromEnd : start.offset);
  return isFlipped ? ids.toReversed() : ids;
}

function readAfterKey(db: Database, query: DeliveryQuery, start: { afterKey: number; afterId: number }): number[] {
  const [direction, operator] = query.dir === 'asc' ? ['ASC', '>'] : ['DESC', '<'];
  return db
    .prepare<[number, number, number], number>(
      `SELECT id FROM deliveries WHERE (order_ts, id) ${operator} (?, ?) ORDER BY order_ts ${direction}, id ${direction} LIMIT ?`,
    )
    .pluck()
    .all(start.afterKey, start.afterId, query.limit);
}

function readFiltered(set: ResultSet, query: DeliveryQuery, start: PageStart): { ids: number[]; total: number } {
  const total = set.ids.length;
  const isAscending = query.dir === 'asc';
  const skipped = 'offset' in start ? start.offset : rankAfter(set, start, isAscending);
  const count = Math.max(0, Math.min(query.limit, total - skipped));
  const at = (i: number): number => set.ids[isAscending ? skipped + i : total - 1 - skipped - i] ?? 0;
  return { ids: Array.from({ length: count }, (_, i) => at(i)), total };
}

/** How many rows of the set come before the first one after the cursor, in the direction asked for. */
function rankAfter(set: ResultSet, start: { afterKey: number; afterId: number }, isAscending: boolean): number {
  const isBefore = (i: number): boolean => {
    const byKey = (set.keys[i] ?? 0) - start.afterKey;
    const byId = (set.ids[i] ?? 0) - start.afterId;
    return byKey < 0 || (byKey === 0 && (isAscending ? byId <= 0 : byId < 0));
  };
  let low = 0;
  let high = set.ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return isAscending ? low : set.ids.length - low;
}

function toStart(query: DeliveryQuery): PageStart {
  if (query.cursor === undefined) return { offset: query.offset ?? 0 };
  const match = /^(-?\d+)\.(\d+)$/.exec(query.cursor);
  if (match === null) {
    throw new AppError('REQUEST_INVALID', 'cursor is not one that a page gave; leave it out to start again.');
  }
  return { afterKey: Number(match[1]), afterId: Number(match[2]) };
}

function toCursor(query: DeliveryQuery, last: DeliveryRow): string {
  return `${query.order === 'arrival' ? last.id : last.order_ts}.${last.id}`;
}
