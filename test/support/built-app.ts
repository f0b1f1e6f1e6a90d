import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createBuilder } from 'vite';
import { afterAll, beforeAll } from 'vitest';

const environments = ['main', 'preload', 'engine'] as const;
const root = path.resolve(import.meta.dirname, '../..');

export interface BuiltApp {
  /** A project folder that holds `dist` and `node_modules`, and nothing else. */
  folder: string;
  /** A file or folder of `dist`. */
  path: (name: string) => string;
}

/** What Electron loads, built once for a test file into a folder of its own, which is removed after its last test. */
export function useBuiltApp(): BuiltApp {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hookloupe-built-'));
  beforeAll(async () => {
    // Native packages stay outside the bundles and are found beside them, as in the packaged app.
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
    const outDirs = environments.map((name) => [name, { build: { outDir: path.join(folder, 'dist', name) } }]);
    const builder = await createBuilder({
      configFile: path.join(root, 'vite.config.ts'),
      logLevel: 'warn',
      environments: Object.fromEntries(outDirs),
    });
    for (const name of environments) {
      const environment = builder.environments[name];
      if (environment !== undefined) await builder.build(environment);
    }
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, path: (name) => path.join(folder, 'dist', name) };
}
