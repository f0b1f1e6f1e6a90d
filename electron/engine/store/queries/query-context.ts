import type { Database } from 'better-sqlite3';
import { AppError } from '#shared/errors/app-error.ts';
import type { FilterQuery } from '#shared/protocol/query.ts';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import { compileFilter, type CompiledFilter } from '../filter/filter-sql.ts';

/** What every query of the readers gets. */
export interface QueryContext {
  db: Database;
  nowMs: () => number;
  /** Whether nobody waits for this query any more; asked between chunks of a long scan. */
  isCancelled: () => boolean;
}

/** Compiles a filter text; null where it matches everything. Throws `FILTER_INVALID` with the first error and its span. */
export function toCompiledFilter(query: FilterQuery, nowMs: number): CompiledFilter | null {
  const { ast, errors } = parseFilter(query.filter);
  const [first] = errors;
  if (first !== undefined) {
    throw new AppError('FILTER_INVALID', `Filter: ${first.message}`, { details: { errors } });
  }
  return ast === null ? null : compileFilter(ast, nowMs, query.zoneOffsetMinutes);
}

/** Deliveries looked at between two questions whether to go on. */
const SCAN_CHUNK = 2_000;

/**
 * Runs a statement over all deliveries in chunks of ids. Filters that read bodies go through it, so that a scan of a million bodies
 * can be given up; others run at once, where an index can serve them.
 * @param through the newest delivery id to look at
 */
export function scanInChunks(
  context: QueryContext,
  range: { after: number; through: number; isChunked: boolean },
  visit: (after: number, through: number) => void,
): void {
  const step = range.isChunked ? SCAN_CHUNK : Number.MAX_SAFE_INTEGER;
  for (let after = range.after; after < range.through; after += step) {
    if (context.isCancelled()) {
      throw new AppError('QUERY_CANCELLED', 'The query was given up.');
    }
    visit(after, Math.min(range.through, after + step));
  }
}

/**
 * SQL for "within these ids", two parameters. Over the whole range the plus keeps SQLite from walking all ids where an index of the
 * filter would find the few that match.
 */
export function idRange(isWhole: boolean): string {
  return isWhole ? '+d.id > ? AND +d.id <= ?' : 'd.id > ? AND d.id <= ?';
}

/** Id of the newest delivery, which is also how many there are. */
export function newestDeliveryId(db: Database): number {
  return db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM deliveries').pluck().get() ?? 0;
}
