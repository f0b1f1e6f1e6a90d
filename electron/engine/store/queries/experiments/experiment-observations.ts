// What an experiment observed, read from the evidence alone: the events are those that its rule answered, by the rule's name in the stored
// answer. So the report can be made again from a capture file, and nothing is counted while requests are received.
import type { Database } from 'better-sqlite3';
import { chainState } from '#shared/chain/chain-state.ts';
import { analyseExperiment } from '#shared/experiment/analyse-experiment.ts';
import { experimentRuleName } from '#shared/experiment/experiment-program.ts';
import type { ObservedAttempt, ObservedEvent } from '#shared/experiment/observations.ts';
import type { Chain, ChainAttempt, Origin } from '#shared/protocol/delivery.ts';
import { toIsoTime } from '#shared/protocol/iso-time.ts';
import type { ObservationQuery, ObservedExperiment } from '../../store.ts';
import { readDeliveryRows, type DeliveryRow } from '../delivery-rows.ts';
import { readChainOf } from '../event-chain.ts';
import { readLookalike } from './lookalike.ts';
import { readOtherArrivals } from './other-arrivals.ts';

/** A batch can carry more events than were asked for. */
const MOST_EVENTS = 100;

/** The report as of now, and how much of it is still to come. */
export function readObservedExperiment(db: Database, query: ObservationQuery, nowMs: number): ObservedExperiment {
  const monoOf = createMonoReader(db);
  const claims = readClaims(db, query);
  const events = claims.flatMap((row): ObservedEvent[] => {
    const chain = readChainOf(db, row);
    const observed = chain === null ? null : toObservedEvent(row, chain, monoOf);
    if (observed === null) return [];
    return [{ ...observed, lookalike: readLookalike(db, { row, attempts: observed.attempts, monoOf }) }];
  });
  const attempts = events.flatMap((event) => event.attempts);
  const lastMs = attempts.reduce((last, { receivedAt }) => Math.max(last, Date.parse(receivedAt)), 0);
  const { request, cut } = query;
  return {
    report: analyseExperiment({
      request,
      events,
      otherArrivalsMonoMs: readOtherArrivals(db, events, request.ownTraffic),
      watchedMs: Math.max(0, (cut?.atMs ?? nowMs) - lastMs),
      cut: cut === null ? null : { at: toIsoTime(cut.atMs), reason: cut.reason },
    }),
    attempts: attempts.length,
    open: attempts.filter(({ answeredAt, peerClosedAt }) => answeredAt === null && peerClosedAt === null).length,
  };
}

type ClaimRow = Pick<DeliveryRow, 'id' | 'origin' | 'event_id' | 'body_sha256' | 'batch_index'>;

/** The first delivery of each event that the experiment's rule answered, in order of arrival. */
function readClaims(db: Database, { experimentId, afterRequestId }: ObservationQuery): DeliveryRow[] {
  const claims = db.prepare<[number, string], ClaimRow>(
    `SELECT d.id, d.origin, d.event_id, d.body_sha256, d.batch_index FROM requests r JOIN deliveries d ON d.request_id = r.id
     WHERE r.id > ? AND r.answer_decided_by = 'rule' AND (r.answer_detail || ' ') GLOB ? AND d.unparsed = 0 AND d.chained = 1
     ORDER BY d.id`,
  );
  const firsts = new Map<string, number>();
  for (const row of claims.iterate(afterRequestId, `*${experimentRuleName(experimentId)}[^0-9]*`)) {
    const key = JSON.stringify([row.origin, row.event_id ?? [row.body_sha256.toString('hex'), row.batch_index]]);
    if (!firsts.has(key) && firsts.size < MOST_EVENTS) firsts.set(key, row.id);
  }
  return readDeliveryRows(db, firsts.values());
}

/** The chain of one origin; its attempts from the first that was failed on. */
function toObservedEvent(
  row: DeliveryRow,
  { attempts, eventId, joinedBy }: Chain,
  monoOf: (requestId: number) => number,
): Omit<ObservedEvent, 'lookalike'> {
  const own = attempts.filter(isOf(row.origin));
  return {
    eventId,
    eventName: row.event_name,
    joinedBy,
    state: chainState(own.map(toFacts)),
    attempts: own
      .filter(({ requestId }) => requestId >= row.request_id)
      .map((attempt): ObservedAttempt => ({ ...attempt, arrivedMonoMs: monoOf(attempt.requestId) })),
  };
}

const isOf = (origin: Origin) => (attempt: ChainAttempt) => attempt.origin === origin;

function toFacts({ requestId, receivedAt, answeredAt, peerClosedAt, answer }: ChainAttempt) {
  const toMs = (time: string | null): number | null => (time === null ? null : Date.parse(time));
  return {
    requestId,
    receivedAtMs: Date.parse(receivedAt),
    answeredAtMs: toMs(answeredAt),
    peerClosedAtMs: toMs(peerClosedAt),
    answer,
  };
}

function createMonoReader(db: Database): (requestId: number) => number {
  const select = db.prepare<[number], number>('SELECT received_mono FROM requests WHERE id = ?').pluck();
  return (requestId) => select.get(requestId) ?? NaN;
}
