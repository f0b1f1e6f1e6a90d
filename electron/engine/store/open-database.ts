// Opens the capture file: settings that keep what was acknowledged, read back after they were set, and the schema brought up to date.
// It refuses files that are not ours or come from a newer version, and never creates a second truth beside a damaged one.
import Database from 'better-sqlite3';
import { AppError } from '#shared/errors/app-error.ts';
import { APPLICATION_ID, migrations } from './migrations/migrations.ts';

/** First SQLite without the WAL-reset corruption bug. */
const SQLITE_FLOOR = [3, 51, 3] as const;

/** Opens (and creates or migrates) the capture file for the one writer. */
export function openForWriting(captureFile: string): Database.Database {
  const db = open(captureFile, false);
  try {
    assertRuntime(db);
    db.pragma('journal_mode = WAL');
    applyWriterSettings(db);
    migrate(db, captureFile);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens the capture file for reading only; the file must exist and be of this version. */
export function openForReading(captureFile: string): Database.Database {
  const db = open(captureFile, true);
  db.pragma('busy_timeout = 5000');
  db.pragma('trusted_schema = 0');
  db.pragma('mmap_size = 0');
  db.pragma('cache_size = -65536');
  return db;
}

function open(captureFile: string, readonly: boolean): Database.Database {
  try {
    return new Database(captureFile, { readonly, fileMustExist: readonly });
  } catch (cause) {
    throw new AppError('CAPTURE_UNUSABLE', `${captureFile} cannot be opened. Choose another file with --capture.`, {
      cause,
    });
  }
}

function applyWriterSettings(db: Database.Database): void {
  // FULL, because the library's default (NORMAL) loses acknowledged requests at a power cut; fullfsync is the same on macOS.
  const settings = {
    synchronous: 2,
    fullfsync: 1,
    checkpoint_fullfsync: 1,
    foreign_keys: 1,
    trusted_schema: 0,
    cell_size_check: 1,
    mmap_size: 0,
    wal_autocheckpoint: 1000,
  };
  for (const [name, wanted] of Object.entries(settings)) {
    db.pragma(`${name} = ${wanted}`);
    const actual: unknown = db.pragma(name, { simple: true });
    // A build without mmap gives no row at all, which is what we want of it.
    if (actual !== wanted && !(name === 'mmap_size' && actual === undefined)) {
      throw new AppError('CAPTURE_UNUSABLE', `SQLite did not take ${name} = ${wanted} (it says ${String(actual)}).`);
    }
  }
  const mode: unknown = db.pragma('journal_mode', { simple: true });
  if (mode !== 'wal') {
    throw new AppError(
      'CAPTURE_UNUSABLE',
      `The capture file cannot use write-ahead logging here (${String(mode)}). Put it on a local disk with --capture.`,
    );
  }
}

function assertRuntime(db: Database.Database): void {
  const version = db.prepare<[], { v: string }>('SELECT sqlite_version() AS v').get()?.v ?? '0';
  const parts = version.split('.').map(Number);
  const firstDifference = SQLITE_FLOOR.findIndex((floor, i) => floor !== (parts[i] ?? 0));
  if (firstDifference === -1 || (parts[firstDifference] ?? 0) > (SQLITE_FLOOR[firstDifference] ?? 0)) return;
  throw new AppError('RUNTIME_UNFIT', `SQLite ${version} can damage captures; ${SQLITE_FLOOR.join('.')} is needed.`);
}

function migrate(db: Database.Database, captureFile: string): void {
  const applicationId = Number(db.pragma('application_id', { simple: true }));
  const version = Number(db.pragma('user_version', { simple: true }));
  const isEmpty = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' LIMIT 1").get() === undefined;
  if (!isEmpty && applicationId !== APPLICATION_ID) {
    throw new AppError('CAPTURE_UNUSABLE', `${captureFile} is not a capture file. Choose another with --capture.`);
  }
  if (version > migrations.length) {
    throw new AppError(
      'CAPTURE_UNUSABLE',
      `${captureFile} was written by a newer Hookloupe. Update Hookloupe, or choose another file with --capture.`,
    );
  }
  for (const [index, step] of migrations.entries()) {
    if (index < version) continue;
    db.transaction(() => {
      db.exec(step.sql);
      db.pragma(`application_id = ${APPLICATION_ID}`);
      db.pragma(`user_version = ${index + 1}`);
    })();
  }
}
