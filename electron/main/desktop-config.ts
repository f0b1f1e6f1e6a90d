import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { EngineBootConfig } from '#shared/host/engine-boot.ts';

export interface DesktopConfigFacts {
  /** The app's own folder in the user's data. */
  userDataFolder: string;
  rendererFolder: string;
  ngrokAuthtoken: string | null;
}

/** The engine of the desktop app: on this machine only, with a token that lives as long as the app. */
export function createDesktopConfig(facts: DesktopConfigFacts): EngineBootConfig {
  const { userDataFolder, rendererFolder, ngrokAuthtoken } = facts;
  const captures = path.join(userDataFolder, 'captures');
  // Captures hold personal data: for their user only.
  mkdirSync(captures, { recursive: true, mode: 0o700 });
  return {
    host: '127.0.0.1',
    port: 4180,
    uiPort: 4181,
    captureFile: path.join(captures, 'default.hookloupe'),
    auth: null,
    token: randomBytes(32).toString('base64url'),
    tunnel: 'none',
    tunnelDomain: null,
    ngrokAuthtoken,
    tls: null,
    bodyLimitBytes: 100_000_000,
    rendererFolder,
    settingsFolder: userDataFolder,
    logLevel: 'info',
  };
}
