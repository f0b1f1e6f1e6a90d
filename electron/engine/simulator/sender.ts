// Plays the platform's side of the wire (spec, Endpoints, Errors, Limits): POSTs calls, retries what the platform retries.
// A 500 and a call without an answer in time are tried again, at most four attempts in total; every other status is final.
// A connection that fails or breaks gives no answer either and counts as a time-out does. The body's bytes never change
// between attempts.
import { setTimeout as sleep } from 'node:timers/promises';
import { attemptLimit } from '#shared/spec/limits.ts';
import { openCallLine, type CallTarget } from './call-line.ts';
import type { SenderCall } from './sender-call.ts';
import type { SendAttempt } from './send-attempt.ts';
import { createSendTally, type SendReport } from './send-report.ts';

/** Delays before the second, third and fourth attempt; the spec does not show the platform's, these are short for tests. */
export const defaultRetryDelaysMs: readonly number[] = [200, 600, 1_800];
/** Our default; the platform's time-out is not shown. */
export const defaultTimeoutMs = 10_000;

/** Waits that many milliseconds; rejects when the signal fires. */
export type Wait = (durationMs: number, signal: AbortSignal) => Promise<void>;

export interface SenderOptions extends CallTarget {
  /** Lanes under way at a time, from 1. */
  concurrency?: number;
  /** Calls begun per second, retries not counted; null: as fast as they are answered. */
  ratePerSecond?: number | null;
  /** Delay before each retry; `[]` for no retry; more than three are not used. */
  retryDelaysMs?: readonly number[];
  /** From the start of an attempt to the status line of its answer. */
  timeoutMs?: number;
  onAttempt?: (attempt: SendAttempt) => void;
  wait?: Wait;
}

/** `run` may be called again; `close` ends the connections and what is under way. */
export interface Sender {
  /** Makes the calls. A fired signal stops after cutting what is under way; the report then says `stopped`. */
  run(lanes: Iterable<readonly SenderCall[]>, signal?: AbortSignal): Promise<SendReport>;
  close(): Promise<void>;
}

interface Conversation {
  signal: AbortSignal;
  startCall: (signal: AbortSignal) => Promise<void>;
  onAttempt: (attempt: SendAttempt) => void;
}

/** Throws `USAGE_INVALID` where the target is no http or https URL. Nothing is sent before `run`. */
export function createSender(options: SenderOptions): Sender {
  const concurrency = options.concurrency ?? 1;
  const line = openCallLine({ ...options, connections: concurrency, timeoutMs: options.timeoutMs ?? defaultTimeoutMs });
  const retryDelaysMs = (options.retryDelaysMs ?? defaultRetryDelaysMs).slice(0, attemptLimit - 1);
  const wait: Wait = options.wait ?? ((durationMs, signal) => sleep(durationMs, undefined, { signal }));

  async function attemptCall(call: SenderCall, { signal, onAttempt }: Conversation): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const startedAtMs = Date.now();
      const startedMonoMs = performance.now();
      const outcome = await line.post(call.body, signal);
      const delayMs = isRetried(outcome.status) ? retryDelaysMs[attempt - 1] : undefined;
      const durationMs = performance.now() - startedMonoMs;
      onAttempt({ call, attempt, startedAtMs, durationMs, ...outcome, last: delayMs === undefined });
      if (delayMs === undefined) return;
      await wait(delayMs, signal);
    }
  }

  async function workThrough(lanes: Iterator<readonly SenderCall[]>, conversation: Conversation): Promise<void> {
    for (let lane = lanes.next(); lane.done !== true; lane = lanes.next()) {
      for (const call of lane.value) {
        await conversation.startCall(conversation.signal);
        await attemptCall(call, conversation);
      }
    }
  }

  async function run(lanes: Iterable<readonly SenderCall[]>, signal?: AbortSignal): Promise<SendReport> {
    const failed = new AbortController();
    const tally = createSendTally();
    const conversation: Conversation = {
      signal: signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal]),
      startCall: createPacer(options.ratePerSecond ?? null, wait),
      onAttempt(attempt) {
        tally.add(attempt);
        options.onAttempt?.(attempt);
      },
    };
    const source = lanes[Symbol.iterator]();
    const workers = Array.from({ length: concurrency }, () => workThrough(source, conversation));
    try {
      await Promise.all(workers);
    } catch (failure) {
      failed.abort();
      await Promise.allSettled(workers);
      if (signal?.aborted !== true) throw failure;
    }
    return tally.report(signal?.aborted === true);
  }

  return { run, close: () => line.close() };
}

/** The platform retries a 500 and a call that got no answer (spec, Errors); nothing else. */
function isRetried(status: number | null): boolean {
  return status === null || status === 500;
}

/** Spaces the starts of calls evenly; a call that comes late does not make the next ones hurry. */
function createPacer(ratePerSecond: number | null, wait: Wait): (signal: AbortSignal) => Promise<void> {
  if (ratePerSecond === null) return async (signal) => signal.throwIfAborted();
  let nextStartMs = 0;
  return async (signal) => {
    const nowMs = performance.now();
    const startMs = Math.max(nowMs, nextStartMs);
    nextStartMs = startMs + 1_000 / ratePerSecond;
    await wait(startMs - nowMs, signal);
  };
}
