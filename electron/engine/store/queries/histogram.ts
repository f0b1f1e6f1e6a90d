import type { FilterQuery, Histogram } from '#shared/protocol/query.ts';
import { toIsoTime } from '#shared/protocol/iso-time.ts';
import { idRange, newestDeliveryId, scanInChunks, toCompiledFilter, type QueryContext } from './query-context.ts';

interface Span {
  first: number | null;
  last: number | null;
}
interface BucketRow {
  bucket: number;
  total: number;
  failed: number;
}

/** Arrivals of what the filter matches, in equal buckets that end with the last arrival of the capture. */
export function readHistogram(context: QueryContext, query: FilterQuery, buckets: number): Histogram {
  const span = context.db
    .prepare<[], Span>('SELECT min(second) * 1000 AS first, (max(second) + 1) * 1000 AS last FROM arrivals')
    .get();
  if (span?.first == null || span.last == null) return { from: null, to: null, bucketMs: 1000, buckets: [] };
  // Whole seconds, because that is what the roll-up keeps.
  const bucketMs = Math.max(1000, Math.ceil((span.last - span.first) / buckets / 1000) * 1000);
  // A young capture is shown at the end of a whole strip, not stretched over it.
  const from = Math.min(span.first, span.last - buckets * bucketMs);
  const rows =
    query.filter.trim() === '' ? readRollup(context, from, bucketMs) : countMatches(context, query, { from, bucketMs });
  return {
    from: toIsoTime(from),
    to: toIsoTime(span.last),
    bucketMs,
    buckets: fillGaps(rows, from, span.last, bucketMs),
  };
}

function readRollup({ db }: QueryContext, from: number, bucketMs: number): Map<number, BucketRow> {
  const rows = db
    .prepare<[number, number], BucketRow>(
      'SELECT CAST((second * 1000 - ?) / ? AS INTEGER) AS bucket, sum(total) AS total, sum(failed) AS failed FROM arrivals GROUP BY 1',
    )
    .all(from, bucketMs);
  return new Map(rows.map((row) => [row.bucket, row]));
}

function countMatches(
  context: QueryContext,
  query: FilterQuery,
  { from, bucketMs }: { from: number; bucketMs: number },
): Map<number, BucketRow> {
  const compiled = toCompiledFilter(query, context.nowMs());
  const statement = context.db.prepare<unknown[], BucketRow>(`
    SELECT CAST((d.received_at - ?) / ? AS INTEGER) AS bucket, count(*) AS total, sum(d.answer_status IS NULL OR d.answer_status NOT BETWEEN 200 AND 299) AS failed
    FROM deliveries d WHERE ${idRange(compiled?.scansBodies !== true)} AND (${compiled?.where ?? '1'}) GROUP BY 1`);
  const counted = new Map<number, BucketRow>();
  const range = { after: 0, through: newestDeliveryId(context.db), isChunked: compiled?.scansBodies ?? false };
  scanInChunks(context, range, (after, through) => {
    for (const row of statement.iterate(from, bucketMs, after, through, ...(compiled?.params ?? []))) {
      const before = counted.get(row.bucket);
      const total = row.total + (before?.total ?? 0);
      counted.set(row.bucket, { bucket: row.bucket, total, failed: row.failed + (before?.failed ?? 0) });
    }
  });
  return counted;
}

function fillGaps(rows: Map<number, BucketRow>, from: number, to: number, bucketMs: number): Histogram['buckets'] {
  const count = Math.ceil((to - from) / bucketMs);
  return Array.from({ length: count }, (_, i) => {
    const row = rows.get(i);
    return { at: toIsoTime(from + i * bucketMs), total: row?.total ?? 0, failed: row?.failed ?? 0 };
  });
}
