// One session with the ngrok service, and at most one URL bound on it, held by a process that is started for it and ends with it.
// The rule it keeps: no wait is without a limit, and whatever hangs is killed. A session that ended is never used again.
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { linkAgent } from './agent-link.ts';
import type { HeartbeatSeconds } from './ngrok-agent-messages.ts';
import { settleWithin } from './settle-within.ts';

export interface NgrokSessionOptions {
  authtoken: string;
  serverAddr: string | null;
  caCertPem: string | null;
  heartbeatSeconds: HeartbeatSeconds;
  /** Longest wait for each of connecting and binding. */
  stepLimitMs: number;
  /** Longest wait for the URL to be given back at the end. */
  closeLimitMs: number;
  /** Ends every wait and the session itself. */
  signal: AbortSignal;
  startAgent: () => ChildProcess;
}

export interface NgrokSession {
  /** Binds the URL, forwards to `localUrl` and gives the URL; a refused bind may be tried again on the same session. */
  bind(domain: string | null, localUrl: string): Promise<string>;
  /** Settles once the session or its URL is lost, or the signal aborts; the value is the reason. Never rejects. */
  ended: Promise<Error>;
  /** Bounded by `closeLimitMs`. Never rejects. */
  close(): Promise<void>;
}

/** Starts the process that holds the SDK. Its standard output is nobody's: the SDK writes there. */
export function startNgrokAgent(): ChildProcess {
  // It lies beside this module, as TypeScript in a checkout and as a bundle in the packaged app.
  const extension = path.extname(new URL(import.meta.url).pathname);
  return fork(new URL(`./ngrok-agent-process${extension}`, import.meta.url), {
    execArgv: [],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Dials and authenticates. Rejects with what was refused, `NgrokUnusableError`, `TimeLimitError` or the end of the agent. */
export async function openNgrokSession(options: NgrokSessionOptions): Promise<NgrokSession> {
  const { authtoken, serverAddr, caCertPem, heartbeatSeconds, stepLimitMs, signal } = options;
  const agent = linkAgent(options.startAgent(), options.closeLimitMs);
  const onAbort = (): void => agent.end(new Error('the tunnel was closed'));
  signal.addEventListener('abort', onAbort);
  void agent.gone.then(() => signal.removeEventListener('abort', onAbort));
  if (signal.aborted) onAbort();
  try {
    await settleWithin(agent.ask({ type: 'connect', authtoken, serverAddr, caCertPem, heartbeatSeconds }), stepLimitMs);
  } catch (error) {
    await agent.close();
    throw error;
  }
  return {
    ended: agent.ended,
    async bind(domain, localUrl) {
      const reply = await settleWithin(agent.ask({ type: 'bind', domain, localUrl }), stepLimitMs);
      if (reply.type !== 'bound') throw new Error(`Unexpected reply of the ngrok agent: ${reply.type}`);
      return reply.url;
    },
    close: () => agent.close(),
  };
}
