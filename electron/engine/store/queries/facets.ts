import type { Facets, FilterQuery } from '#shared/protocol/query.ts';
import { answerLabel } from '../answer-label.ts';
import { chainConditions } from '../chain/chain-conditions.ts';
import { isFailure } from '../derived/roll-ups.ts';
import { idRange, newestDeliveryId, scanInChunks, toCompiledFilter, type QueryContext } from './query-context.ts';
import type { ResultSets } from './result-sets.ts';

type Counts = Record<string, number>;

/** Without a prototype: a stranger's event_name may be `constructor` or `__proto__`. */
const noCounts = (): Counts => Object.create(null) as Counts;

interface GroupRow {
  event_name: string | null;
  answer_action: string;
  answer_status: number | null;
  environment: string;
  auth: string;
  origin: string;
  retried: number;
  duplicate: number;
  out_of_order: number;
  unparsed: number;
  n: number;
}

/** Counts of what the filter matches: from the roll-ups where there is no filter, else in one pass over the matching rows. */
export function readFacets(context: QueryContext, sets: ResultSets, query: FilterQuery): Facets {
  const counts = query.filter.trim() === '' ? readRollups(context, sets) : countMatches(context, query);
  const of = (dimension: string): Counts => counts.get(dimension) ?? noCounts();
  return {
    total: of('view')['all'] ?? 0,
    views: of('view'),
    kinds: of('kind'),
    answers: of('answer'),
    environments: of('environment'),
    auth: of('auth'),
    origins: of('origin'),
  };
}

function readRollups({ db }: QueryContext, sets: ResultSets): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  const rows = db.prepare<[], { dimension: string; value: string; total: number }>('SELECT * FROM counts');
  for (const { dimension, value, total } of rows.iterate()) add(counts, dimension, value, total);
  // Whether an earlier answer had reached the sender is known only once it has, so these cannot be summed up as they come.
  const duplicates = sets.read({ filter: 'is:dup', zoneOffsetMinutes: 0, order: 'arrival' }).ids.length;
  if (duplicates > 0) add(counts, 'view', 'duplicates', duplicates);
  return counts;
}

function countMatches(context: QueryContext, query: FilterQuery): Map<string, Counts> {
  const compiled = toCompiledFilter(query, context.nowMs());
  const groups = context.db.prepare<unknown[], GroupRow>(`
    SELECT d.event_name, d.answer_action, d.answer_status, d.environment, d.auth, d.origin, d.attempt > 1 AS retried,
      ${chainConditions.dup} AS duplicate, d.early OR d.late AS out_of_order, d.unparsed, count(*) AS n
    FROM deliveries d WHERE ${idRange(compiled?.scansBodies !== true)} AND (${compiled?.where ?? '1'})
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`);
  const counts = new Map<string, Counts>();
  const range = { after: 0, through: newestDeliveryId(context.db), isChunked: compiled?.scansBodies ?? false };
  scanInChunks(context, range, (after, through) => {
    for (const row of groups.iterate(after, through, ...(compiled?.params ?? []))) addGroup(counts, row);
  });
  return counts;
}

function addGroup(counts: Map<string, Counts>, row: GroupRow): void {
  add(counts, 'kind', row.event_name ?? '', row.n);
  add(counts, 'answer', answerLabel(row.answer_action, row.answer_status), row.n);
  add(counts, 'environment', row.environment, row.n);
  add(counts, 'auth', row.auth, row.n);
  add(counts, 'origin', row.origin, row.n);
  add(counts, 'view', 'all', row.n);
  const views = {
    failures: isFailure(row.answer_status),
    retried: row.retried === 1,
    duplicates: row.duplicate === 1,
    'out-of-order': row.out_of_order === 1,
    'not-attempted': row.event_name === 'notification.not_attempted',
    unparsed: row.unparsed === 1,
  };
  for (const [view, isIn] of Object.entries(views)) if (isIn) add(counts, 'view', view, row.n);
}

function add(counts: Map<string, Counts>, dimension: string, value: string, total: number): void {
  const values = counts.get(dimension) ?? noCounts();
  values[value] = (values[value] ?? 0) + total;
  counts.set(dimension, values);
}
