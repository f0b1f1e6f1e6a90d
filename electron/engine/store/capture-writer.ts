import type { Database } from 'better-sqlite3';
import { decodeBatch, requestColumnNames } from './batch-codec.ts';
import type { ShotRecord } from './store.ts';
import type { ExperimentRow } from './worker-messages.ts';

/** Writes the evidence: requests with their bodies, how conversations ended, replays and their shots. Every method is one transaction. */
export interface CaptureWriter {
  /** Stores a batch under consecutive ids from `firstId`; returns after the commit, or throws with nothing stored. */
  insertBatch(firstId: number, bytes: ArrayBuffer): void;
  /** Rows of request id, answered_at, peer_closed_at, released, released_status, one after the other. */
  insertOutcomes(rows: readonly (number | null)[]): void;
  insertReplay(targetUrl: string, request: string, startedAt: number): number;
  insertShot(shot: ShotRecord): number;
  /** Inserts an experiment, or writes what became of one; returns its id. */
  upsertExperiment(row: ExperimentRow): number;
}

/** Values of one outcome, see `insertOutcomes`. */
const OUTCOME_COLUMNS = 5;

export function createCaptureWriter(db: Database): CaptureWriter {
  const columns = ['id', 'raw_headers', ...requestColumnNames];
  const insertRequest = db.prepare(
    `INSERT INTO requests (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const insertBody = db.prepare('INSERT INTO bodies (request_id, bytes) VALUES (?, ?)');
  const upsertOutcome = db.prepare(`
    INSERT INTO outcomes (request_id, answered_at, peer_closed_at, released, released_status) VALUES (?, ?, ?, coalesce(?, 0), ?)
    ON CONFLICT (request_id) DO UPDATE SET
      answered_at = coalesce(excluded.answered_at, answered_at),
      peer_closed_at = coalesce(excluded.peer_closed_at, peer_closed_at),
      released = max(excluded.released, released),
      released_status = coalesce(excluded.released_status, released_status)`);
  const insertReplay = db.prepare('INSERT INTO replays (target_url, request, started_at) VALUES (?, ?, ?)');
  const insertShot = db.prepare(`
    INSERT INTO shots (replay_id, delivery_id, target_url, edited, started_at, duration_ms, status, error, response_headers, response_body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const upsertExperiment = db
    .prepare<unknown[], number>(
      `INSERT INTO experiments (id, started_at, ended_at, state, message, request, report) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET
         ended_at = excluded.ended_at, state = excluded.state, message = excluded.message, report = excluded.report
       RETURNING id`,
    )
    .pluck();

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
      for (let i = 0; i < rows.length; i += OUTCOME_COLUMNS) upsertOutcome.run(...rows.slice(i, i + OUTCOME_COLUMNS));
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
    upsertExperiment: ({ id, startedAt, endedAt, state, message, request, report }) =>
      Number(upsertExperiment.get(id, startedAt, endedAt, state, message, request, report)),
  };
}
