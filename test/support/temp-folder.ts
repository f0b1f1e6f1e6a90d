import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** A folder for one test file, removed after its last test. */
export function useTempFolder(): { path: (name: string) => string } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hookloupe-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { path: (name) => path.join(folder, name) };
}
