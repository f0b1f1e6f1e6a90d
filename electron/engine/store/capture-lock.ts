import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { AppError } from '#shared/errors/app-error.ts';

/** Held while a capture file is open for writing. */
export interface CaptureLock {
  close(): void;
}

/**
 * Makes this process the only writer of a capture file. The lock is a transaction held on a small database beside it, so the
 * operating system frees it however the process ends. Throws `CAPTURE_LOCKED` when another process has it.
 */
export function acquireCaptureLock(captureFile: string): CaptureLock {
  const lockFile = `${captureFile}-lock`;
  closeSync(openSync(lockFile, 'a', 0o600));
  const db = new Database(lockFile, { timeout: 0 });
  try {
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    db.close();
    throw new AppError(
      'CAPTURE_LOCKED',
      `Another Hookloupe has ${captureFile} open. Close it, or choose another file with --capture.`,
      { cause },
    );
  }
  return { close: () => db.close() };
}
