import { onTestFinished } from 'vitest';
import { startServeProcess as start } from './hookloupe-process.ts';
import { createCalls, type TestEngine } from './test-engine.ts';

/** `hookloupe serve` in a process of its own, with the calls a test makes; killed when the test ends. */
export interface ServeProcess extends Omit<TestEngine, 'close'> {
  uiUrl: string;
  /** Resolves with the exit code (null when a signal ended it). */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export async function startServeProcess(captureFile: string, flags: readonly string[] = []): Promise<ServeProcess> {
  const free = ['--port', '0', '--ui-port', '0', '--log-level', 'warn'];
  const { ready, end } = await start([...free, '--capture', captureFile, ...flags]);
  onTestFinished(async () => void (await end('SIGKILL')));
  return { ...ready, ...createCalls(ready), end };
}
