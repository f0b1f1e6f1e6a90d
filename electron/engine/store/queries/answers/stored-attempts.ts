import type { Database } from 'better-sqlite3';
import type { Origin } from '#shared/protocol/delivery.ts';

/** A chain of attempts that a request belongs to, before it is stored: by the identifier, or where there is none by the body. */
export type ChainKey = { readonly origin: Origin } & (
  { readonly eventId: string } | { readonly bodySha256Hex: string; readonly batchIndex: number | null }
);

/** Up to which request attempts are counted, and of which chains. */
export interface StoredAttemptsQuery {
  throughRequestId: number;
  chains: readonly ChainKey[];
}

/** Number of the last attempt of each chain among the requests up to one; 0 where there is none. One indexed look-up each. */
export function readStoredAttempts(db: Database, { throughRequestId, chains }: StoredAttemptsQuery): number[] {
  const last = 'AND chained = 1 AND origin = ? AND request_id <= ? ORDER BY id DESC LIMIT 1';
  const byEvent = db
    .prepare<[string, string, number], number>(`SELECT attempt FROM deliveries WHERE event_id = ? ${last}`)
    .pluck();
  const byBody = db
    .prepare<[Uint8Array, number | null, string, number], number>(
      `SELECT attempt FROM deliveries WHERE event_id IS NULL AND body_sha256 = ? AND batch_index IS ? ${last}`,
    )
    .pluck();
  return chains.map((chain) => {
    const found =
      'eventId' in chain
        ? byEvent.get(chain.eventId, chain.origin, throughRequestId)
        : byBody.get(Buffer.from(chain.bodySha256Hex, 'hex'), chain.batchIndex, chain.origin, throughRequestId);
    return found ?? 0;
  });
}
