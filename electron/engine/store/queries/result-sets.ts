// Remembers which deliveries match a filter, in the order asked for, so that every page after the first costs a slice of an array
// instead of a scan. A set grows at its end while rows arrive and is computed again once older rows have changed.
import type { FilterQuery, ListOrder } from '#shared/protocol/query.ts';
import { idRange, newestDeliveryId, scanInChunks, toCompiledFilter, type QueryContext } from './query-context.ts';

/** Ids of the matching deliveries, ascending in the order of the set, with their sort keys. */
export interface ResultSet {
  ids: Float64Array;
  keys: Float64Array;
}

type SetQuery = FilterQuery & { order: ListOrder };

export interface ResultSets {
  /** The set for a filter that is not empty. Throws `FILTER_INVALID` or `QUERY_CANCELLED`. */
  read(query: SetQuery): ResultSet;
  /** Rows that were already there have changed: sets are computed again, at most once in a while. */
  olderChanged(): void;
}

interface CachedSet extends ResultSet {
  through: number;
  builtAt: number;
  buildMs: number;
  isStale: boolean;
}

const KEPT_SETS = 4;
/** A set may be this old before what changes with the clock (`received:10m`) or with later rows must show. */
const FRESH_MS = 1_000;
/** A set that took long to compute lives longer: at most this share of the reader's time goes into computing it again. */
const REBUILD_SHARE = 8;

export function createResultSets(context: QueryContext): ResultSets {
  const sets = new Map<string, CachedSet>();

  const build = (query: SetQuery, after: CachedSet | null): CachedSet => {
    const startedAt = context.nowMs();
    const through = newestDeliveryId(context.db);
    const found = findMatches(context, query, { after: after?.through ?? 0, through });
    const merged = after === null ? found : merge(after, found);
    const sorted = query.order === 'arrival' ? { ...merged, keys: merged.ids } : sortByKey(merged);
    const buildMs = after === null ? context.nowMs() - startedAt : after.buildMs;
    return { ...sorted, through, builtAt: after?.builtAt ?? startedAt, buildMs, isStale: after?.isStale ?? false };
  };
  const needsRebuild = (set: CachedSet): boolean => {
    const ageMs = context.nowMs() - set.builtAt;
    return ageMs > Math.max(FRESH_MS, set.buildMs * REBUILD_SHARE) && (set.isStale || set.buildMs < FRESH_MS / 5);
  };

  return {
    read(query) {
      const key = `${query.order} ${query.zoneOffsetMinutes} ${query.filter}`;
      const cached = sets.get(key);
      const set = build(query, cached === undefined || needsRebuild(cached) ? null : cached);
      sets.delete(key);
      sets.set(key, set);
      const oldest = sets.keys().next().value;
      if (sets.size > KEPT_SETS && oldest !== undefined) sets.delete(oldest);
      return set;
    },
    olderChanged() {
      for (const set of sets.values()) set.isStale = true;
    },
  };
}

function findMatches(context: QueryContext, query: FilterQuery, range: { after: number; through: number }): ResultSet {
  const compiled = toCompiledFilter(query, context.nowMs());
  if (range.after >= range.through) return { ids: new Float64Array(0), keys: new Float64Array(0) };
  const where = compiled === null ? '1' : compiled.where;
  const statement = context.db
    .prepare<unknown[], [number, number]>(
      `SELECT d.id, d.order_ts FROM deliveries d WHERE ${idRange(range.after === 0 && compiled?.scansBodies !== true)} AND (${where}) ORDER BY d.id`,
    )
    .raw();
  const ids: number[] = [];
  const keys: number[] = [];
  scanInChunks(context, { ...range, isChunked: compiled?.scansBodies ?? false }, (after, through) => {
    for (const [id, key] of statement.iterate(after, through, ...(compiled?.params ?? []))) {
      ids.push(id);
      keys.push(key);
    }
  });
  return { ids: Float64Array.from(ids), keys: Float64Array.from(keys) };
}

function merge(first: ResultSet, second: ResultSet): ResultSet {
  if (second.ids.length === 0) return first;
  return { ids: concatenate(first.ids, second.ids), keys: concatenate(first.keys, second.keys) };
}

function concatenate(first: Float64Array, second: Float64Array): Float64Array {
  const joined = new Float64Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

/** By key, then by id; leaves a set alone that is already in order. */
function sortByKey({ ids, keys }: ResultSet): ResultSet {
  const isBefore = (a: number, b: number): number => (keys[a] ?? 0) - (keys[b] ?? 0) || (ids[a] ?? 0) - (ids[b] ?? 0);
  let isSorted = true;
  for (let i = 1; i < ids.length && isSorted; i += 1) isSorted = isBefore(i - 1, i) <= 0;
  if (isSorted) return { ids, keys };
  const positions = Uint32Array.from(ids, (_, i) => i).toSorted(isBefore);
  return {
    ids: Float64Array.from(positions, (position) => ids[position] ?? 0),
    keys: Float64Array.from(positions, (position) => keys[position] ?? 0),
  };
}
