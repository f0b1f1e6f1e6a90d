import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';
import { createEngine } from './create-engine.ts';
import type { Engine } from './engine-config.ts';

/**
 * An engine on a capture file that nobody has open, for commands that read one: it listens on free loopback ports and serves no
 * pages. The caller closes it. `runningFolders` tell it which receivers of this machine are the user's own. Throws `CAPTURE_UNUSABLE`
 * where there is no such file, `CAPTURE_LOCKED` where it is open elsewhere.
 */
export async function openCapture(captureFile: string, runningFolders: readonly string[]): Promise<Engine> {
  try {
    await fs.access(captureFile);
  } catch (cause) {
    throw new AppError('CAPTURE_UNUSABLE', `There is no capture file ${captureFile}. Correct --capture.`, { cause });
  }
  return createEngine({
    host: '127.0.0.1',
    port: 0,
    uiPort: 0,
    captureFile,
    auth: 'none',
    token: randomBytes(32).toString('base64url'),
    tunnel: 'none',
    tunnelDomain: null,
    ngrokAuthtoken: null,
    tls: null,
    bodyLimitBytes: 100_000_000,
    rendererFolder: null,
    settingsFolder: path.join(os.tmpdir(), 'hookloupe-no-settings'),
    runningFolders,
    logLevel: 'silent',
  });
}
