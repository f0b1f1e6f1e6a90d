import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** How a command ended, and everything it wrote. */
export interface EndedCommand {
  code: number | null;
  out: string;
  err: string;
}

/** A `serve` that is ready, as a process of its own. */
export interface ServeProcess {
  /** The ready line, as written. */
  readyLine: string;
  ready: { receiverUrl: string; uiUrl: string; apiUrl: string; token: string; captureFile: string; pid: number };
  /** Sends the signal and gives the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

type HookloupeProcess = ChildProcessByStdio<null, Readable, Readable>;

/** `hookloupe` in a process of its own, without the variables that this machine may set for it. */
export function startHookloupe(args: string[], env: Record<string, string> = {}): HookloupeProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('HOOKLOUPE_'));
  const entry = path.resolve(import.meta.dirname, '../../electron/cli/main.ts');
  return spawn(process.execPath, [entry, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...Object.fromEntries(inherited), ...env },
  });
}

/** Runs a command to its end. */
export async function runHookloupe(...args: string[]): Promise<EndedCommand> {
  const child = startHookloupe(args);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number | null, out, err };
}

/** Starts `serve --json` with these flags and waits for its ready line. */
export async function startServeProcess(args: string[], env: Record<string, string> = {}): Promise<ServeProcess> {
  const child = startHookloupe(['serve', '--json', ...args], env);
  const closed = once(child, 'close');
  const errors = text(child.stderr);
  const [readyLine] = (await Promise.race([once(createInterface(child.stdout), 'line'), closed])) as unknown[];
  if (typeof readyLine !== 'string') throw new Error(`serve ended before it was ready: ${await errors}`);
  return {
    readyLine,
    ready: JSON.parse(readyLine) as ServeProcess['ready'],
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      const [code] = await closed;
      return code as number | null;
    },
  };
}
