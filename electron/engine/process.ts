// Entry of the engine's own process in the desktop app, started by electron/main through utilityProcess. It waits for its
// configuration, starts one engine, says so or says why not, and ends when it is told to.
// The rule it keeps: a bug ends the process at once, with a code that tells; what was answered is on disk already, and the main
// process starts another engine.
import { AppError } from '#shared/errors/app-error.ts';
import {
  engineBugExitCode,
  engineOrderSchema,
  type EngineBootConfig,
  type EngineReport,
} from '#shared/host/engine-boot.ts';
import { createEngine } from './create-engine.ts';
import type { Engine } from './engine-config.ts';

/** What utilityProcess puts on `process`; declared here because the engine knows nothing of Electron, not even its types. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: EngineReport): void;
}

const { parentPort } = process as unknown as { parentPort: ParentPort };
let engine: Promise<Engine | null> = Promise.resolve(null);

parentPort.on('message', ({ data }) => {
  const order = engineOrderSchema.parse(data);
  if (order.type === 'boot') engine = boot(order.config);
  else void close();
});
for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, endWithBug);
// A terminal sends these to the whole group; the main process gets them too, and decides when this ends.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);

/** Null where the engine could not start; the reason went to the main process. */
async function boot(config: EngineBootConfig): Promise<Engine | null> {
  try {
    const started = await createEngine(config);
    const { receiverUrl, uiUrl, captureFile } = started;
    parentPort.postMessage({ type: 'ready', receiverUrl, uiUrl, captureFile });
    return started;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    parentPort.postMessage({ type: 'failed', code: error.code, message: error.message });
    return null;
  }
}

async function close(): Promise<void> {
  const started = await engine;
  await started?.close();
  process.exit(0);
}

function endWithBug(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(
    `${JSON.stringify({ level: 60, time: Date.now(), msg: 'a bug ended the engine', error: text })}\n`,
  );
  process.exit(engineBugExitCode);
}
