import type { Database } from 'better-sqlite3';
import type { ObservedEvent } from '#shared/experiment/observations.ts';

/** Requests looked at before the first attempt and after the last: a few are evidence enough. */
const NEARBY = 5_000;

/**
 * When requests of other events arrived, on the monotonic clock of the run, ascending: between the first attempt and the last, and for as
 * long before and after. What carries no envelope, our self-test and requests for tokens do not count; nor does own traffic unless it takes part.
 */
export function readOtherArrivals(db: Database, events: readonly ObservedEvent[], ownTraffic: boolean): number[] {
  const attempts = events.flatMap((event) => event.attempts).toSorted((a, b) => a.requestId - b.requestId);
  const [first] = attempts;
  const last = attempts.at(-1);
  if (first === undefined || last === undefined) return [];
  const spanMs = last.arrivedMonoMs - first.arrivedMonoMs;
  const read = createArrivalReader(db, { ownTraffic, left: readLeftOut(db, events), runOf: first.requestId });
  const before = read('r.id < ? ORDER BY r.id DESC LIMIT ?', [first.requestId, NEARBY]);
  const after = read('r.id > ? ORDER BY r.id LIMIT ?', [last.requestId, NEARBY]);
  return [
    ...before.filter((at) => at > first.arrivedMonoMs - spanMs),
    ...read('r.id > ? AND r.id < ?', [first.requestId, last.requestId]),
    ...after.filter((at) => at < last.arrivedMonoMs + spanMs),
  ].toSorted((a, b) => a - b);
}

/** Requests that belong to the events, be it under another id. */
function readLeftOut(db: Database, events: readonly ObservedEvent[]): ReadonlySet<number> {
  const requestOf = db.prepare<[number], number>('SELECT request_id FROM deliveries WHERE id = ?').pluck();
  return new Set(
    events.flatMap(({ attempts, lookalike }) => [
      ...attempts.map(({ requestId }) => requestId),
      ...(lookalike === null ? [] : [requestOf.get(lookalike.deliveryId) ?? 0]),
    ]),
  );
}

function createArrivalReader(
  db: Database,
  { ownTraffic, left, runOf }: { ownTraffic: boolean; left: ReadonlySet<number>; runOf: number },
): (which: string, params: readonly number[]) => number[] {
  const who = ownTraffic ? `r.origin <> 'self-test'` : `r.origin = 'platform'`;
  return (which, params) =>
    db
      .prepare<unknown[], [number, number]>(
        `SELECT r.id, r.received_mono FROM requests r
         WHERE r.run_id = (SELECT run_id FROM requests WHERE id = ?) AND ${who} AND r.answer_decided_by <> 'token-endpoint'
         AND EXISTS (SELECT 1 FROM deliveries d WHERE d.request_id = r.id AND d.unparsed = 0) AND ${which}`,
      )
      .raw()
      .all(runOf, ...params)
      .filter(([id]) => !left.has(id))
      .map(([, at]) => at);
}
