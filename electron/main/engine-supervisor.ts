// Keeps one engine running: starts it, starts another when it died, and ends it.
// The rule it keeps: the page's address and token survive a restart, so that an open page finds its engine again by itself. An
// engine that cannot start at all is the user's to mend: it is reported once and not tried again.
import type { EngineBootConfig, EngineFailure, EngineReady } from '#shared/host/engine-boot.ts';
import type { EngineChild } from './engine-child.ts';

export interface SupervisorOptions {
  config: EngineBootConfig;
  fork: () => EngineChild;
  /** An engine accepts connections: the first, or the next after a restart. */
  onReady: (ready: EngineReady) => void;
  /** The engine died; the next one starts after `delayMs`. */
  onDown: (exitCode: number, delayMs: number) => void;
  /** No engine could be started; there will be no further try. */
  onFailure: (failure: EngineFailure) => void;
  now: () => number;
  /** Resolves after `ms`, or as soon as the signal aborts. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface EngineSupervisor {
  /** Ends the engine: it finishes what it accepted, within 5 s. Never rejects. */
  close(): Promise<void>;
}

const closeLimitMs = 5000;
const firstDelayMs = 1000;
const longestDelayMs = 30_000;
/** An engine that ran for this long counts as healthy: its death is answered as fast as the first. */
const stableMs = 60_000;

export function superviseEngine(options: SupervisorOptions): EngineSupervisor {
  const { sleep } = options;
  const stop = new AbortController();
  let child: EngineChild | null = null;
  const fork = (): EngineChild => {
    const forked = options.fork();
    child = forked;
    void forked.exited.finally(() => {
      if (child === forked) child = null;
    });
    return forked;
  };
  const done = keepRunning({ ...options, fork }, stop.signal);
  return {
    async close() {
      stop.abort();
      if (child !== null) await endChild(child, sleep);
      await done;
    },
  };
}

/** The loop of lives: one engine after the other until it is stopped. Never rejects. */
async function keepRunning(options: SupervisorOptions, signal: AbortSignal): Promise<void> {
  const { fork, onReady, onDown, onFailure, now, sleep } = options;
  let { config } = options;
  let wasReady = false;
  let deaths = 0;
  while (!signal.aborted) {
    const child = fork();
    child.send({ type: 'boot', config });
    const report = await child.report;
    if (signal.aborted) return;
    if (report?.type === 'ready') {
      wasReady = true;
      config = withPortsOf(report, config);
      onReady(report);
      const upAtMs = now();
      await child.exited;
      if (now() - upAtMs >= stableMs) deaths = 0;
    } else {
      if (report !== null) await endChild(child, sleep);
      const otherPorts = report?.code === 'PORT_TAKEN' ? withOtherPorts(config) : null;
      if (otherPorts !== null) {
        config = otherPorts;
        continue;
      }
      if (!wasReady) return onFailure(report ?? endedEarly(await child.exited));
    }
    const exitCode = await child.exited;
    if (signal.aborted) return;
    deaths += 1;
    const delayMs = Math.min(firstDelayMs * 2 ** (deaths - 1), longestDelayMs);
    onDown(exitCode, delayMs);
    await sleep(delayMs, signal);
  }
}

async function endChild(child: EngineChild, sleep: SupervisorOptions['sleep']): Promise<void> {
  const ended = new AbortController();
  child.send({ type: 'close' });
  const killing = killLate(child, sleep, ended.signal);
  await child.exited;
  ended.abort();
  await killing;
}

async function killLate(child: EngineChild, sleep: SupervisorOptions['sleep'], ended: AbortSignal): Promise<void> {
  await sleep(closeLimitMs, ended);
  if (!ended.aborted) child.kill();
}

/** What the first engine got is what the next one asks for. */
function withPortsOf({ receiverUrl, uiUrl }: EngineReady, config: EngineBootConfig): EngineBootConfig {
  return { ...config, port: Number(new URL(receiverUrl).port), uiPort: Number(new URL(uiUrl).port) };
}

/** The page's port gives way first: the platform may have been told the receiver's. Null when both gave way. */
function withOtherPorts(config: EngineBootConfig): EngineBootConfig | null {
  if (config.uiPort !== 0) return { ...config, uiPort: 0 };
  return config.port === 0 ? null : { ...config, port: 0 };
}

function endedEarly(exitCode: number): EngineFailure {
  return {
    type: 'failed',
    code: 'INTERNAL',
    message: `The engine ended with code ${exitCode} before it was ready. Start Hookloupe again; its log says more.`,
  };
}
