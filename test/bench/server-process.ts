import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServeProcess } from '#test/support/hookloupe-process.ts';
import { createCalls } from '#test/support/test-engine.ts';

/** A server under load, in a process of its own. */
export interface ServerProcess {
  port: number;
  /** Resolves when it has nothing left to do for what it received. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

const here = import.meta.dirname;

export async function startBareServer(): Promise<ServerProcess> {
  const child = spawn(process.execPath, [path.join(here, 'bare-server.ts')], { stdio: ['ignore', 'pipe', 'inherit'] });
  return { port: Number(await firstLine(child)), settled: () => Promise.resolve(), stop: () => stop(child) };
}

/** The product as users start it: `hookloupe serve`, on free ports and a fresh capture file. */
export async function startHookloupe(captureFile: string): Promise<ServerProcess> {
  const flags = ['--port', '0', '--ui-port', '0', '--capture', captureFile, '--log-level', 'warn'];
  const { ready, end } = await startServeProcess(flags);
  const { call } = createCalls(ready);
  return {
    port: Number(new URL(ready.receiverUrl).port),
    async settled() {
      while ((await call('status.read')).store.pending > 0) await sleep(100);
    },
    stop: async () => void (await end('SIGTERM')),
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The server has no standard output.');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('The server ended before it was ready.');
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
