import type { Database } from 'better-sqlite3';
import { decodeBatch, requestColumnNames } from './batch-codec.ts';
import type { ShotRecord } from './store.ts';

/** Writes the evidence: requests with their bodies, how conversations ended, replays and their shots. Every method is one transaction. */
export interface CaptureWriter {
  /** Stores a batch under consecutive ids from `firstId`; returns after the commit, or throws with nothing stored. */
  insertBatch(firstId: number, bytes: ArrayBuffer): void;
  /** Triples of request id, answered_at, peer_closed_at. */
  insertOutcomes(rows: readonly (number | null)[]): void;
  insertReplay(targetUrl: string, request: string, startedAt: number): number;
  insertShot(shot: ShotRecord): number;
}

export function createCaptureWriter(db: Database): CaptureWriter {
  const columns = ['id', 'raw_headers', ...requestColumnNames];
  const insertRequest = db.prepare(
    `INSERT INTO requests (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const insertBody = db.prepare('INSERT INTO bodies (request_id, bytes) VALUES (?, ?)');
  const upsertOutcome = db.prepare(`
    INSERT INTO outcomes (request_id, answered_at, peer_closed_at) VALUES (?, ?, ?)
    ON CONFLICT (request_id) DO UPDATE SET
      answered_at = coalesce(excluded.answered_at, answered_at),
      peer_closed_at = coalesce(excluded.peer_closed_at, peer_closed_at)`);
  const insertReplay = db.prepare('INSERT INTO replays (target_url, request, started_at) VALUES (?, ?, ?)');
  const insertShot = db.prepare(`
    INSERT INTO shots (replay_id, delivery_id, target_url, edited, started_at, duration_ms, status, error, response_headers, response_body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);

  return {
    insertBatch: db.transaction((firstId: number, bytes: ArrayBuffer) => {
      let id = firstId;
      for (const record of decodeBatch(bytes)) {
        insertRequest.run(id, record.headersJson, ...record.columns);
        insertBody.run(id, record.body);
        id += 1;
      }
    }),
    insertOutcomes: db.transaction((rows: readonly (number | null)[]) => {
      for (let i = 0; i < rows.length; i += 3) upsertOutcome.run(rows[i], rows[i + 1], rows[i + 2]);
    }),
    insertReplay: (targetUrl, request, startedAt) =>
      Number(insertReplay.run(targetUrl, request, startedAt).lastInsertRowid),
    insertShot: (shot) =>
      Number(
        insertShot.run(
          shot.replayId,
          shot.deliveryId,
          shot.targetUrl,
          shot.edited ? 1 : 0,
          shot.startedAtMs,
          shot.durationMs,
          shot.status,
          shot.error,
          JSON.stringify(shot.responseHeaders),
          shot.responseBody,
        ).lastInsertRowid,
      ),
  };
}
