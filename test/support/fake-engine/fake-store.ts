import { createFilterPredicate } from '#shared/filter/evaluate-filter.ts';
import type { FilterSubject } from '#shared/filter/filter-subject.ts';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import type { DeliveryItem } from '#shared/protocol/delivery.ts';
import type { DeliveryPage, DeliveryQuery, Facets, Histogram } from '#shared/protocol/query.ts';
import { generateRow } from './generated-rows.ts';

/** Filters look at the newest rows only: enough to see a list react. */
const filteredDepth = 5000;

/** A capture that grows: `count` is how many rows there are now. */
export interface FakeStore {
  count: number;
  row(index: number): DeliveryItem;
  list(query: DeliveryQuery): DeliveryPage;
  facets(): Facets;
  histogram(buckets: number): Histogram;
}

export function createFakeStore(count: number, firstAtMs: number): FakeStore {
  const store: FakeStore = {
    count,
    row: (index) => generateRow(index, firstAtMs),
    list: ({ filter, dir, limit, offset = 0 }) => {
      const matching = filter === '' ? null : filterNewest(store, filter);
      const total = matching?.length ?? store.count;
      const places = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, i) =>
        dir === 'asc' ? offset + i : total - 1 - offset - i,
      );
      const items = places.flatMap((place) => matching?.[place] ?? (matching ? [] : [store.row(place)]));
      return { items, total, nextCursor: null };
    },
    facets: () => countFacets(store),
    histogram: (buckets) => toHistogram(store, buckets),
  };
  return store;
}

function filterNewest(store: FakeStore, filter: string): DeliveryItem[] {
  const { ast, errors } = parseFilter(filter);
  if (errors.length > 0) return [];
  const matches = createFilterPredicate(ast, Date.now());
  const first = Math.max(0, store.count - filteredDepth);
  return Array.from({ length: store.count - first }, (_, i) => store.row(first + i)).filter((row) =>
    matches(toSubject(row)),
  );
}

function toSubject(row: DeliveryItem): FilterSubject {
  return {
    ...row,
    receivedAtMs: Date.parse(row.receivedAt),
    eventTsMs: row.eventTs === null ? null : Date.parse(row.eventTs),
    tookMs: 2,
    answerAction: row.answer.action,
    answerStatus: row.answer.status,
    answerDecidedBy: row.answer.decidedBy,
    superseded: row.attempt < row.attempts,
    gaveUp: false,
    allowed: null,
    references: [],
    method: 'POST',
    target: '/',
    sourceAddress: '50.112.172.205',
    rawHeaders: [],
    text: row.summary,
    envelope: () => undefined,
  };
}

function countFacets(store: FakeStore): Facets {
  const sample = Math.min(store.count, 2000);
  const scale = sample === 0 ? 0 : store.count / sample;
  const counts = (key: (row: DeliveryItem) => string | null): Record<string, number> => {
    const found: Record<string, number> = {};
    for (let i = 0; i < sample; i += 1) {
      const value = key(store.row(i));
      if (value !== null) found[value] = (found[value] ?? 0) + 1;
    }
    return Object.fromEntries(Object.entries(found).map(([value, seen]) => [value, Math.round(seen * scale)]));
  };
  const views = {
    all: store.count,
    failures: counts((row) => (row.answer.status === 200 ? null : 'x'))['x'] ?? 0,
    retried: counts((row) => (row.attempt > 1 ? 'x' : null))['x'] ?? 0,
    duplicates: counts((row) => (row.classes.includes('duplicate-after-200') ? 'x' : null))['x'] ?? 0,
    'out-of-order': counts((row) => (row.early || row.late ? 'x' : null))['x'] ?? 0,
    'not-attempted': counts((row) => (row.eventName === 'notification.not_attempted' ? 'x' : null))['x'] ?? 0,
    unparsed: counts((row) => (row.unparsed ? 'x' : null))['x'] ?? 0,
  };
  return {
    total: store.count,
    views,
    kinds: counts((row) => row.eventName ?? ''),
    answers: counts((row) => (row.answer.action === 'hang' ? 'timeout' : String(row.answer.status))),
    environments: { staging: store.count },
    auth: counts((row) => row.auth),
    origins: counts((row) => row.origin),
  };
}

const wave = (i: number): number => 60 + 260 * Math.abs(Math.sin(i / 11)) * (0.6 + 0.4 * Math.sin(i * 3.1) ** 2);

function toHistogram(store: FakeStore, buckets: number): Histogram {
  if (store.count === 0) return { from: null, to: null, bucketMs: 0, buckets: [] };
  const from = Date.parse(store.row(0).receivedAt);
  const to = Date.parse(store.row(store.count - 1).receivedAt);
  const bucketMs = Math.max(1, (to - from) / buckets);
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    bucketMs,
    buckets: Array.from({ length: buckets }, (_, i) => ({
      at: new Date(from + i * bucketMs).toISOString(),
      total: Math.round(wave(i)),
      failed: i % 19 === 7 ? 60 : i % 7 === 0 ? 14 : 0,
    })),
  };
}
