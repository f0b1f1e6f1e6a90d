import type { Database } from 'better-sqlite3';
import type { ExperimentReport, ExperimentRequest } from '#shared/protocol/experiment.ts';
import type { StoredExperiment } from '../../store.ts';

interface ExperimentRow {
  id: number;
  started_at: number;
  ended_at: number | null;
  state: StoredExperiment['state'];
  message: string;
  request: string;
  report: string;
}

/** Experiments that are listed. */
const LISTED = 100;

/** Experiments as they were last written, newest first. */
export function readExperiments(db: Database): StoredExperiment[] {
  return db
    .prepare<[number], ExperimentRow>('SELECT * FROM experiments ORDER BY id DESC LIMIT ?')
    .all(LISTED)
    .map(toStoredExperiment);
}

/** One experiment as it was last written; null where there is none. */
export function readExperiment(db: Database, id: number): StoredExperiment | null {
  const row = db.prepare<[number], ExperimentRow>('SELECT * FROM experiments WHERE id = ?').get(id);
  return row === undefined ? null : toStoredExperiment(row);
}

function toStoredExperiment(row: ExperimentRow): StoredExperiment {
  return {
    id: row.id,
    startedAtMs: row.started_at,
    endedAtMs: row.ended_at,
    state: row.state,
    message: row.message,
    request: JSON.parse(row.request) as ExperimentRequest,
    report: JSON.parse(row.report) as ExperimentReport,
  };
}
