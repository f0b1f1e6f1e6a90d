// One replay from its first send to its end. Workers take the next shot in order, wait until it is due, send it and store its result
// before it counts. What the target does never ends a run; what the store cannot do does.
import { setTimeout as delay } from 'node:timers/promises';
import type { HeaderPair } from '#shared/http/header-pair.ts';
import type { Shot } from '#shared/protocol/delivery.ts';
import { toIsoTime } from '#shared/protocol/iso-time.ts';
import type { Replay } from '#shared/protocol/replay.ts';
import type { ReplayStore, ShotRecord } from '#engine/store/store.ts';
import { toOutgoingHeaders } from './outgoing-headers.ts';
import type { ScheduledShot } from './shot-schedule.ts';
import type { TargetClient } from './target-client.ts';

/** What a run is made of. */
export interface ReplayRunPlan {
  id: number;
  targetUrl: string;
  schedule: readonly ScheduledShot[];
  concurrency: number;
  auth: HeaderPair | null;
  extraHeaders: readonly HeaderPair[];
  markHeaders: readonly HeaderPair[];
  /** Sent instead of the captured bytes. */
  editedBody: Uint8Array | null;
}

/** What a run works with. It closes the client at its end. */
export interface ReplayRunPorts {
  store: Pick<ReplayStore, 'readForReplay' | 'recordShot'>;
  client: TargetClient;
  now: () => number;
  monotonic: () => number;
  onChange: (replay: Replay) => void;
}

export interface ReplayRun {
  read(): Replay;
  /** Ends waits and sends at once; resolves when their results are stored. */
  stop(): Promise<Replay>;
  /** Resolves at the end, however it comes; never rejects. */
  ended: Promise<Replay>;
}

/** Shots kept for reading; all of them are in the store. */
const readableShots = 100;
/** A timer cannot wait longer than 24 days. */
const longestWaitMs = 3_600_000;

/** Starts sending. */
export function startReplayRun(plan: ReplayRunPlan, ports: ReplayRunPorts): ReplayRun {
  const stopping = new AbortController();
  const { signal } = stopping;
  const startedMono = ports.monotonic();
  const queue = plan.schedule.values();
  let replay: Replay = {
    id: plan.id,
    state: 'running',
    total: plan.schedule.length,
    sent: 0,
    byStatus: {},
    targetUrl: plan.targetUrl,
    message: null,
    shots: [],
  };

  function change(part: Partial<Replay>): void {
    replay = { ...replay, ...part };
    ports.onChange(replay);
  }

  async function work(): Promise<void> {
    for (const { deliveryId, dueMs } of queue) {
      await waitUntil(startedMono + dueMs, ports.monotonic, signal);
      const shot = signal.aborted ? null : await shoot(deliveryId, plan, ports, signal);
      if (shot === null) return;
      await ports.store.recordShot(shot);
      change(toProgress(replay, shot));
    }
  }

  async function run(): Promise<Replay> {
    const workers = Array.from({ length: Math.min(plan.concurrency, plan.schedule.length) }, work);
    try {
      await Promise.all(workers);
      const state = signal.aborted ? 'stopped' : 'done';
      await ports.client.close();
      change({ state });
    } catch (failure) {
      stopping.abort();
      await Promise.allSettled([...workers, ports.client.close()]);
      change({ state: 'failed', message: `The replay ended early: ${toMessage(failure)}` });
    }
    return replay;
  }

  const ended = run();
  return {
    read: () => replay,
    ended,
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

async function waitUntil(dueMono: number, monotonic: () => number, signal: AbortSignal): Promise<void> {
  for (;;) {
    const leftMs = dueMono - monotonic();
    if (leftMs <= 0 || signal.aborted) return;
    await delay(Math.min(leftMs, longestWaitMs), undefined, { signal }).catch(() => undefined); // stopped: seen above
  }
}

/** Reads one delivery and sends it; null when the run was stopped before anything was sent. */
async function shoot(
  deliveryId: number,
  plan: ReplayRunPlan,
  { store, client, now, monotonic }: ReplayRunPorts,
  signal: AbortSignal,
): Promise<ShotRecord | null> {
  const { method, rawHeaders, body } = await store.readForReplay(deliveryId);
  if (signal.aborted) return null;
  const edited = plan.editedBody !== null;
  const marks: HeaderPair[] = [...plan.markHeaders, ['hookloupe-replay', `${plan.id}/${deliveryId}`]];
  const headers = toOutgoingHeaders(rawHeaders, { auth: plan.auth, extra: plan.extraHeaders, marks, edited });
  const startedAtMs = now();
  const startedMono = monotonic();
  const outcome = await client.send({ method, headers, body: plan.editedBody ?? body }, signal);
  const durationMs = monotonic() - startedMono;
  return { ...outcome, replayId: plan.id, deliveryId, targetUrl: plan.targetUrl, edited, startedAtMs, durationMs };
}

function toProgress({ sent, byStatus, shots }: Replay, shot: ShotRecord): Partial<Replay> {
  const outcome = String(shot.status ?? 'error');
  return {
    sent: sent + 1,
    byStatus: { ...byStatus, [outcome]: (byStatus[outcome] ?? 0) + 1 },
    shots: shots.length < readableShots ? [...shots, toShot(shot)] : shots,
  };
}

function toShot({ startedAtMs, responseHeaders, responseBody, ...shot }: ShotRecord): Shot {
  return {
    ...shot,
    startedAt: toIsoTime(startedAtMs),
    responseHeaders: responseHeaders.map(([name, value]) => [name, value]),
    responseBody: new TextDecoder().decode(responseBody),
  };
}

function toMessage(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
