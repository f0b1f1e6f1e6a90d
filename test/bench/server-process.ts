import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startServeProcess } from '#test/support/hookloupe-process.ts';

/** A server under load, in a process of its own. */
export interface ServerProcess {
  port: number;
  stop(): Promise<void>;
}

const here = import.meta.dirname;

export async function startBareServer(): Promise<ServerProcess> {
  const child = spawn(process.execPath, [path.join(here, 'bare-server.ts')], { stdio: ['ignore', 'pipe', 'inherit'] });
  return { port: Number(await firstLine(child)), stop: () => stop(child) };
}

/** The product as users start it: `hookloupe serve`, on free ports and a fresh capture file. */
export async function startHookloupe(captureFile: string): Promise<ServerProcess> {
  const flags = ['--port', '0', '--ui-port', '0', '--capture', captureFile, '--log-level', 'warn'];
  const { ready, end } = await startServeProcess(flags);
  return { port: Number(new URL(ready.receiverUrl).port), stop: async () => void (await end('SIGTERM')) };
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
