import type { Database } from 'better-sqlite3';

/** What the first envelope of a request says it is; null where it says nothing. */
export interface FirstEnvelope {
  requestId: number;
  eventName: string | null;
  eventId: string | null;
}

/** The first envelopes of requests that are decoded already; the others are left out. */
export function readFirstEnvelopes(db: Database, requestIds: readonly number[]): FirstEnvelope[] {
  return db
    .prepare<[string], FirstEnvelope>(
      `SELECT request_id AS requestId, event_name AS eventName, event_id AS eventId FROM deliveries
       WHERE request_id IN (SELECT value FROM json_each(?)) AND coalesce(batch_index, 0) = 0`,
    )
    .all(JSON.stringify(requestIds));
}
