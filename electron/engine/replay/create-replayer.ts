// Sends captured deliveries to a real receiver: checks what was asked, then starts one run for each replay and keeps the newest for
// reading. Nothing is sent to Hookloupe itself; everything that is sent carries the mark of our own traffic.
import { AppError } from '#shared/errors/app-error.ts';
import { parseAuthSpec, toFixedAuthHeader, type ReadSecret } from '#shared/http/auth-spec.ts';
import type { HeaderPair } from '#shared/http/header-pair.ts';
import type { Replay, ReplayRequest } from '#shared/protocol/replay.ts';
import type { ReplayStore } from '#engine/store/store.ts';
import { checkHeader, toExtraHeaders } from './outgoing-headers.ts';
import { startReplayRun, type ReplayRun } from './replay-run.ts';
import {
  resolveBySystem,
  resolveTarget,
  type ListeningOrigin,
  type ReplayTarget,
  type ResolveHost,
} from './replay-target.ts';
import { toShotSchedule, type ScheduledShot } from './shot-schedule.ts';
import { defaultSendLimits, type SendLimits } from './send-limits.ts';
import { createTargetClient } from './target-client.ts';

export interface ReplayerOptions {
  store: ReplayStore;
  /** Where we listen now: the receiver and the control API. Asked at every start. */
  refusedOrigins: () => readonly ListeningOrigin[];
  /** Epoch milliseconds. */
  now: () => number;
  /** Milliseconds on a clock that is never set. */
  monotonic: () => number;
  /** Headers that mark our own traffic at a target, e.g. `hookloupe-origin: replay`. Asked at every start. */
  ownMarks: (target: ReplayTarget) => Promise<readonly HeaderPair[]>;
  /** Looks up `env:NAME` and `file:PATH` in authentication specs. */
  readSecret: ReadSecret;
  resolveHost?: ResolveHost;
  limits?: Partial<SendLimits>;
}

export interface Replayer {
  /**
   * Resolves when the first send is under way. Throws `REPLAY_TARGET_REFUSED`, `TARGET_UNREACHABLE`, `REPLAY_EMPTY`,
   * `REQUEST_INVALID`, and what the store throws.
   */
  start(request: ReplayRequest): Promise<Replay>;
  /** Null for a replay that was not started here or is no longer among the newest. */
  read(id: number): Replay | null;
  /** Ends a run within a second; resolves with how it ended, null for an unknown one. */
  stop(id: number): Promise<Replay | null>;
  /** Called after every send and at the end of a run; returns the way to stop listening. */
  onChange(listener: (replay: Replay) => void): () => void;
  /** Stops every run; resolves when none is left. */
  close(): Promise<void>;
}

/** Finished runs that stay readable. */
const keptRuns = 100;

export function createReplayer(options: ReplayerOptions): Replayer {
  const { store, now, monotonic, resolveHost = resolveBySystem } = options;
  const limits = { ...defaultSendLimits, ...options.limits };
  const runs = new Map<number, ReplayRun>();
  const listeners = new Set<(replay: Replay) => void>();
  let closed = false;

  async function start(request: ReplayRequest): Promise<Replay> {
    const { target, concurrency, body } = request;
    const checked = await resolveTarget(target.url, { refusedOrigins: options.refusedOrigins(), resolveHost });
    const auth = toFixedAuthHeader(parseAuthSpec(target.auth ?? 'none', options.readSecret));
    if (auth !== null) checkHeader(auth);
    const extraHeaders = toExtraHeaders(target.headers ?? {});
    const schedule = await planShots(request, store);
    const targetUrl = checked.url.href;
    const markHeaders = await options.ownMarks(checked);
    const id = await store.createReplay(targetUrl, withoutSecrets(request), now());
    if (closed) throw new AppError('STORE_UNAVAILABLE', 'Hookloupe is closing. Start the replay again afterwards.');
    const plan = { id, targetUrl, schedule, concurrency, auth, extraHeaders, markHeaders };
    const run = startReplayRun(
      { ...plan, editedBody: body === undefined ? null : Buffer.from(body) },
      {
        store,
        now,
        monotonic,
        client: createTargetClient(checked, concurrency, limits),
        onChange: (replay) => listeners.forEach((listener) => listener(replay)),
      },
    );
    runs.set(id, run);
    forgetOldest(runs);
    return run.read();
  }

  return {
    start,
    read: (id) => runs.get(id)?.read() ?? null,
    stop: async (id) => (await runs.get(id)?.stop()) ?? null,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      await Promise.all([...runs.values()].map((run) => run.stop()));
    },
  };
}

async function planShots(request: ReplayRequest, store: ReplayStore): Promise<ScheduledShot[]> {
  const { deliveryIds, filter = '', zoneOffsetMinutes } = request;
  const plan = await store.selectForReplay(deliveryIds ? { deliveryIds } : { filter, zoneOffsetMinutes });
  if (plan.length > 0) return toShotSchedule(plan, request);
  throw new AppError(
    'REPLAY_EMPTY',
    'The replay selects no delivery. Choose deliveries, or a filter that matches some.',
  );
}

/** What was asked, for the record: names of extra headers instead of their values, no authentication, no edited body. */
function withoutSecrets({ target, body, ...request }: ReplayRequest): unknown {
  return {
    ...request,
    target: { url: target.url, headerNames: Object.keys(target.headers ?? {}) },
    edited: body !== undefined,
  };
}

function forgetOldest(runs: Map<number, ReplayRun>): void {
  for (const [id, run] of runs) {
    if (runs.size <= keptRuns) return;
    if (run.read().state !== 'running') runs.delete(id);
  }
}
