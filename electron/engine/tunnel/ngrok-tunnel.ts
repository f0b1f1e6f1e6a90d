// The tunnel through ngrok: one supervision loop that opens a session, binds the URL, waits for its end and begins again.
// The rule it keeps: the status is the truth. `up` only while the service has bound the URL, `down` with the same URL while it
// is on its way back, `failed` only when the user has to act. It refuses to be told by the environment where ngrok is: another
// address would receive the authtoken, so address and certificate are arguments.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HeartbeatSeconds } from './ngrok-agent-messages.ts';
import { readNgrokFailure, type NgrokFailure } from './ngrok-failure.ts';
import { parseNgrokRequest } from './ngrok-request.ts';
import { openNgrokSession, startNgrokAgent, type NgrokSession } from './ngrok-session.ts';
import { retryScheduleOf, type RetrySchedule, type RetryTiming } from './retry-schedule.ts';
import { statusBoardOf, type StatusBoard } from './status-board.ts';
import type { Tunnel } from './tunnel.ts';

export interface NgrokTiming extends RetryTiming {
  /** Longest wait for each of connecting and binding. */
  stepLimitMs: number;
  /** Longest wait for the URL to be given back at the end. */
  closeLimitMs: number;
  /** A session that was up for this long counts as a success: the next failure is retried at once. */
  stableMs: number;
  heartbeatSeconds: HeartbeatSeconds;
}

export const ngrokTiming: NgrokTiming = {
  stepLimitMs: 15_000,
  closeLimitMs: 1500,
  retryMinMs: 200,
  retryMaxMs: 30_000,
  waitMs: 60_000,
  stableMs: 10_000,
  heartbeatSeconds: { interval: 10, tolerance: 15 },
};

export interface NgrokTunnelOptions {
  /** Where requests are forwarded to: `http://127.0.0.1:PORT` or `https://…` (its certificate is not checked). Asked at each bind. */
  localUrl: () => string;
  now: () => number;
  /** One line per change of the status; never holds the authtoken. */
  log: (line: string) => void;
  /** Whether an authtoken is known before the first `open`. */
  hasToken?: boolean;
  /** "host:port" of the service, instead of ngrok's own. */
  serverAddr?: string;
  /** PEM of the authority that service is trusted by. */
  caCertPem?: string;
  timing?: Partial<NgrokTiming>;
  /** Starts the process that holds the SDK: where a host has to start it in its own way. */
  startAgent?: () => ChildProcess;
}

/** Creates a closed tunnel; see `Tunnel`. The process that holds the SDK runs only while the tunnel is open. */
export function createNgrokTunnel(options: NgrokTunnelOptions): Tunnel {
  const board = statusBoardOf(options.now, options.hasToken ?? false);
  board.onChange(({ state, url, message }) => {
    options.log(['tunnel', state, url, message].filter((part) => part !== null).join(' '));
  });
  let current: { stop: AbortController; done: Promise<void> } | null = null;
  let latestCall = 0;

  /** Ends the run in progress; false when a later call took over meanwhile. */
  const takeOver = async (): Promise<boolean> => {
    latestCall += 1;
    const call = latestCall;
    current?.stop.abort(new Error('the tunnel was closed'));
    await current?.done;
    return call === latestCall;
  };

  return {
    status: () => board.read(),
    onChange: (listener) => board.onChange(listener),
    async open(tunnelOptions) {
      if (!(await takeOver())) return;
      const request = parseNgrokRequest(tunnelOptions);
      if (request.kind === 'unfit') {
        board.show({ state: 'failed', url: null, message: request.message });
        return;
      }
      board.showToken(true);
      board.show({ state: 'connecting', url: null, message: null });
      const stop = new AbortController();
      current = { stop, done: supervise({ ...request, options, board, signal: stop.signal }) };
    },
    async close() {
      if (await takeOver()) board.show({ state: 'off', url: null, message: null });
    },
  };
}

interface Run {
  authtoken: string;
  domain: string | null;
  options: NgrokTunnelOptions;
  board: StatusBoard;
  signal: AbortSignal;
}

/** Keeps the tunnel up until the run is stopped or only the user can help. Never rejects. */
async function supervise(run: Run): Promise<void> {
  const { options, board, signal } = run;
  const timing = { ...ngrokTiming, ...options.timing };
  const schedule = retryScheduleOf(timing);
  while (!signal.aborted) {
    const failure = await runSession(run, timing, schedule);
    if (signal.aborted) return;
    const delayMs = schedule.next(remedyOf(failure, board.read().url !== null));
    showFailure(board, failure, delayMs !== null);
    if (delayMs === null) return;
    await sleep(delayMs, undefined, { signal }).catch(() => undefined); // aborted: the loop sees it
  }
}

/** One session from dialling to its end, whatever ended it. */
async function runSession(run: Run, timing: NgrokTiming, schedule: RetrySchedule): Promise<NgrokFailure> {
  const { authtoken, options, board, signal } = run;
  let session: NgrokSession | null = null;
  try {
    const { serverAddr = null, caCertPem = null, startAgent = startNgrokAgent } = options;
    session = await openNgrokSession({ ...timing, authtoken, serverAddr, caCertPem, signal, startAgent });
    const url = await bindPatiently(session, run, schedule);
    board.show({ state: 'up', url, message: null });
    const upAtMs = options.now();
    const reason = await session.ended;
    if (options.now() - upAtMs >= timing.stableMs) schedule.reset();
    return readNgrokFailure(reason, authtoken);
  } catch (error) {
    return readNgrokFailure(error, authtoken);
  } finally {
    await session?.close();
  }
}

/** Waits for a URL that is still taken on the one session: each further session would count against the user's plan. */
async function bindPatiently(session: NgrokSession, run: Run, schedule: RetrySchedule): Promise<string> {
  const { authtoken, domain, options, board, signal } = run;
  for (;;) {
    try {
      return await session.bind(domain, options.localUrl());
    } catch (error) {
      const failure = readNgrokFailure(error, authtoken);
      const delayMs = failure.remedy === 'wait' ? schedule.next('wait') : null;
      if (delayMs === null) throw error;
      showFailure(board, failure, true);
      await sleep(delayMs, undefined, { signal });
    }
  }
}

/** Too many agents right after being up is most likely our own lost session, which ngrok counts for some seconds more. */
function remedyOf({ code, remedy }: NgrokFailure, wasUp: boolean): NgrokFailure['remedy'] {
  return code === 108 && wasUp ? 'wait' : remedy;
}

function showFailure(board: StatusBoard, failure: NgrokFailure, tryingAgain: boolean): void {
  const { url } = board.read();
  if (!tryingAgain) return board.show({ state: 'failed', url: null, message: failure.message });
  const message = `${failure.message} Hookloupe keeps trying.`;
  board.show({ state: url === null ? 'connecting' : 'down', url, message });
}
