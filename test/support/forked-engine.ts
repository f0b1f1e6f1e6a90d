import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import {
  engineReportSchema,
  type EngineBootConfig,
  type EngineOrder,
  type EngineReport,
} from '#shared/host/engine-boot.ts';

/** The built engine in a process of its own. */
export interface ForkedEngine {
  pid: number;
  send(order: EngineOrder): void;
  /** Its answer to `boot`. */
  report: Promise<EngineReport>;
  /** Its exit code; null where a signal ended it. */
  exited: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts `process.js` under plain Node, with a stand-in for what utilityProcess adds. */
export function forkEngine(processFile: string): ForkedEngine {
  const shim = pathToFileURL(path.join(import.meta.dirname, 'parent-port-shim.ts')).href;
  const child = fork(processFile, {
    execArgv: ['--import', shim],
    // Away from the checkout: nothing may be found by the working directory.
    cwd: path.dirname(processFile),
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return {
    pid: child.pid ?? 0,
    send: (order) => void child.send(order),
    report: once(child, 'message').then(([message]) => engineReportSchema.parse(message)),
    exited,
    kill: (signal) => void child.kill(signal),
  };
}

/** An engine on free ports, with everything it keeps in a folder that is made where it is missing. */
export function bootConfigIn(folder: string, token: string): EngineBootConfig {
  mkdirSync(folder, { recursive: true });
  return {
    host: '127.0.0.1',
    port: 0,
    uiPort: 0,
    captureFile: path.join(folder, 'default.hookloupe'),
    auth: 'none',
    token,
    tunnel: 'none',
    tunnelDomain: null,
    ngrokAuthtoken: null,
    tls: null,
    bodyLimitBytes: 1_000_000,
    rendererFolder: null,
    settingsFolder: folder,
    logLevel: 'silent',
  };
}
