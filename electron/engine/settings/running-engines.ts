// Which engines of this user run, one small file for each receiver's port: so that a sender in another process can prove that its
// requests are the user's own. A file holds a secret, is readable by its owner only, and goes with its engine; what a killed engine
// left behind is swept up at the next start and believed by nobody, because every engine makes a new secret.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const runningEngineSchema = z.object({
  pid: z.int().min(1),
  port: z.int().min(1).max(65_535),
  secret: z.string().min(1),
});

/** One engine: its process, its receiver's port, and the secret that marks own traffic there. */
export type RunningEngine = z.infer<typeof runningEngineSchema>;

/** The engine's entry in the folder, until `close`. */
export interface RunningEntry {
  close(): Promise<void>;
}

/** Where the engines of one settings folder are noted. */
export function runningFolderOf(settingsFolder: string): string {
  return path.join(settingsFolder, 'running');
}

/** Notes an engine, and forgets those that ended without a word. Rejects where the folder cannot be written. */
export async function noteRunningEngine(folder: string, engine: RunningEngine): Promise<RunningEntry> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await forgetEnded(folder);
  const file = fileOf(folder, engine.port);
  const draft = `${file}.${randomUUID()}.tmp`;
  await writeFile(draft, JSON.stringify(engine), { flag: 'wx', mode: 0o600 });
  await rename(draft, file);
  return {
    async close() {
      // Another engine may have taken the port, and the file, since.
      const noted = await readEntry(file);
      if (noted?.secret === engine.secret) await rm(file, { force: true });
    },
  };
}

/** The secret of the engine whose receiver listens at a URL of this machine; null where none of these folders knows one. */
export async function findRunningSecret(folders: readonly string[], url: URL): Promise<string | null> {
  const port = portOf(url);
  for (const folder of folders) {
    const engine = await readEntry(fileOf(folder, port));
    if (engine !== null && engine.port === port && isAlive(engine.pid)) return engine.secret;
  }
  return null;
}

/** The port a URL means, also where it does not say it. */
export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

function fileOf(folder: string, port: number): string {
  return path.join(folder, `${port}.json`);
}

/** Null where there is no such file, or none that we wrote. */
async function readEntry(file: string): Promise<RunningEngine | null> {
  try {
    const parsed = runningEngineSchema.safeParse(JSON.parse(await readFile(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // absent, unreadable or no JSON: nobody to be found there
  }
}

async function forgetEnded(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.json')) continue;
    const file = path.join(folder, name);
    const engine = await readEntry(file);
    if (engine === null || !isAlive(engine.pid)) await rm(file, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Only "no such process" says that it is gone; one that we may not signal is there.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
