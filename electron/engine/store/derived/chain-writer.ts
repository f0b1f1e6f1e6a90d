import type { Database } from 'better-sqlite3';
import type { DerivedDelivery } from '../worker-messages.ts';

/** A delivery's place in its chain, as the columns of `deliveries` keep it. */
export interface ChainLink {
  attempt: number;
  /** The chain's first delivery; null for that one itself until a second comes. */
  chainId: number | null;
  /** The attempt before: the last delivery of the chain in an earlier request. */
  previousId: number | null;
}

export interface ChainWriter {
  /** Finds the chain of a delivery that is about to be stored, and marks the last of it as superseded. */
  link(delivery: DerivedDelivery): ChainLink;
}

interface LastOfChain {
  request_id: number;
  attempt: number;
  chain_id: number | null;
  previous_id: number | null;
}

const first: ChainLink = { attempt: 1, chainId: null, previousId: null };

/** One indexed look-up for each delivery, which mostly finds nothing; more only where it is not the first of its chain. */
export function createChainWriter(db: Database): ChainWriter {
  const newest = 'AND chained = 1 AND origin = ? ORDER BY id DESC LIMIT 1';
  const lastOfEvent = db
    .prepare<[string, string], number>(`SELECT id FROM deliveries WHERE event_id = ? ${newest}`)
    .pluck();
  const lastOfBody = db
    .prepare<[Uint8Array, number | null, string], number>(
      `SELECT id FROM deliveries WHERE event_id IS NULL AND body_sha256 = ? AND batch_index IS ? ${newest}`,
    )
    .pluck();
  const supersede = db.prepare<[number], LastOfChain>(`
    UPDATE deliveries SET superseded = 1, chain_id = coalesce(chain_id, id) WHERE id = ?
    RETURNING request_id, attempt, chain_id, previous_id`);

  const findLast = ({ eventId, bodySha256, batchIndex, origin }: DerivedDelivery): number | undefined =>
    eventId === null ? lastOfBody.get(bodySha256, batchIndex, origin) : lastOfEvent.get(eventId, origin);

  return {
    link(delivery) {
      const lastId = delivery.chained ? findLast(delivery) : undefined;
      const last = lastId === undefined ? undefined : supersede.get(lastId);
      if (lastId === undefined || last === undefined) return first;
      return {
        attempt: last.attempt + 1,
        chainId: last.chain_id,
        previousId: last.request_id < delivery.requestId ? lastId : last.previous_id,
      };
    },
  };
}
