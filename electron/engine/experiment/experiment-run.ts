// One experiment under way: it looks at what is stored when something was, and ends when nothing more is to be expected. It counts nothing
// itself, so what it reports is what the capture file shows. How long it was quiet goes by the monotonic clock.
import type { AppError } from '#shared/errors/app-error.ts';
import { analyseExperiment } from '#shared/experiment/analyse-experiment.ts';
import type { ExperimentReport, ExperimentRequest } from '#shared/protocol/experiment.ts';
import { attemptLimit } from '#shared/spec/limits.ts';
import type { ExperimentStore, ObservationQuery, ObservedExperiment, StoredExperiment } from '../store/store.ts';
import { createWakeUp } from './wake-up.ts';

export interface RunOptions {
  id: number;
  startedAtMs: number;
  request: ExperimentRequest;
  /** Newest request stored before the experiment's answer was armed. */
  afterRequestId: number;
  store: Pick<ExperimentStore, 'observeExperiment' | 'writeExperiment' | 'progress'>;
  /** Epoch milliseconds. */
  now: () => number;
  /** Milliseconds on a clock that is never set. */
  monotonic: () => number;
  /** Disarms the experiment's answer; may be called again. */
  disarm: () => void;
  onChange: () => void;
}

export interface ExperimentRun {
  read(): RunState;
  /** Stored rows have changed. */
  look(): void;
  /** Ends it, with the reason in a sentence; resolves when what was observed is stored. */
  stop(reason: string): Promise<void>;
  /** Ends it because nothing can arrive from now on; `reason` is a clause. The report claims no absence then. */
  interrupt(reason: string): Promise<void>;
}

/** How an experiment stands, and when it ends (epoch milliseconds) unless something more is seen; null once it has ended. */
export type RunState = StoredExperiment & { endsAtMs: number | null };

/** Looks are so far apart at least, and longer where they take long: other scans wait for the same reader. */
const LEAST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
const PAUSE_SHARE = 4;
/** How long one whose events have all come to an end waits for an attempt that should not come. */
const GRACE_SECONDS = 5;
/** How long an experiment that is stopped waits for what is stored and not decoded yet. */
const LAST_LOOK_MS = 5_000;

const nothing = (request: ExperimentRequest): ObservedExperiment => ({
  report: analyseExperiment({ request, events: [], otherArrivalsMonoMs: [], watchedMs: 0, cut: null }),
  attempts: 0,
  open: 0,
});

export function startExperimentRun(options: RunOptions): ExperimentRun {
  const { id, startedAtMs, request, store, now, monotonic } = options;
  const startedMonoMs = monotonic();
  const changed = createWakeUp();
  const pause = createWakeUp();
  let { afterRequestId } = options;
  let seen = nothing(request);
  let seenMonoMs = startedMonoMs;
  let end: { atMs: number; state: 'done' | 'stopped'; message: string } | null = null;
  let stopping: { reason: string; latestMonoMs: number } | null = null;
  let cut: ObservationQuery['cut'] = null;

  const dueMonoMs = (): number => {
    const latest = startedMonoMs + request.maxSeconds * 1_000;
    const isWaiting = seen.attempts === 0 || seen.open > 0;
    return isWaiting ? latest : Math.min(latest, seenMonoMs + patienceSeconds(seen, request) * 1_000);
  };
  const read = (): RunState => ({
    id,
    startedAtMs,
    endedAtMs: end?.atMs ?? null,
    state: end?.state ?? (seen.attempts === 0 ? 'waiting' : 'observing'),
    message: end?.message ?? describeProgress(seen),
    request,
    report: seen.report,
    endsAtMs: end === null ? Math.round(now() + dueMonoMs() - monotonic()) : null,
  });
  const write = async (): Promise<void> => {
    const { endsAtMs: _, ...experiment } = read();
    await store.writeExperiment(experiment);
  };

  async function observe(derivedTo: number): Promise<void> {
    const next = await store.observeExperiment({ experimentId: id, request, afterRequestId, cut });
    const isNew = next.attempts !== seen.attempts || next.open !== seen.open;
    if (isNew) seenMonoMs = monotonic();
    seen = next;
    // Until the first attempt each look begins where the one before ended, so that waiting costs little however much comes in.
    if (next.attempts === 0) afterRequestId = Math.max(afterRequestId, derivedTo);
    if (isNew) await write();
    options.onChange();
  }

  const endsMonoMs = (): number => stopping?.latestMonoMs ?? dueMonoMs();
  const isDue = (): boolean => stopping !== null || monotonic() >= dueMonoMs();
  const isLate = (): boolean => monotonic() >= (stopping?.latestMonoMs ?? startedMonoMs + request.maxSeconds * 1_000);

  /** Ends when nothing came for long enough, and all that was stored by then has been looked at. */
  async function watch(): Promise<{ state: 'done' | 'stopped'; message: string }> {
    let through: number | null = null;
    for (;;) {
      const startedAt = monotonic();
      const { requests, derivedTo } = store.progress();
      through = isDue() ? (through ?? requests) : null;
      await observe(derivedTo);
      const isComplete = through !== null && derivedTo >= through && isDue();
      if (isComplete || isLate()) {
        if (stopping !== null) return { state: 'stopped', message: stopping.reason };
        return { state: 'done', message: describeEnd(seen, request, isLate()) };
      }
      const tookMs = monotonic() - startedAt;
      await changed.wait(endsMonoMs() - monotonic());
      await pause.wait(Math.min(LONGEST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, tookMs * PAUSE_SHARE)));
    }
  }

  async function run(): Promise<void> {
    let result: Awaited<ReturnType<typeof watch>>;
    try {
      result = await watch();
    } catch (error) {
      result = {
        state: 'stopped',
        message: `What is stored could not be read or written: ${(error as AppError).message}`,
      };
    }
    options.disarm();
    end = { ...result, atMs: now() };
    // A capture file that cannot be written says so in the status; the report stays readable in this run.
    await write().catch(() => undefined);
    options.onChange();
  }

  const finished = run();
  const stop = (reason: string): Promise<void> => {
    stopping ??= { reason, latestMonoMs: monotonic() + LAST_LOOK_MS };
    options.disarm();
    changed.ring();
    pause.ring();
    return finished;
  };
  return {
    read,
    look: () => changed.ring(),
    stop,
    interrupt(reason) {
      if (stopping === null) cut = { atMs: now(), reason };
      return stop(`Ended because ${reason}: what came after that was not seen.`);
    },
  };
}

/** As many events as were asked for were accepted, or failed as often as the specification lets a sender try. */
function isSettled({ report }: ObservedExperiment, { events }: ExperimentRequest): boolean {
  const isOver = ({ state }: ExperimentReport['events'][number]): boolean =>
    state === 'complete' || state === 'gave_up';
  return report.events.length >= events && report.events.every(isOver);
}

function patienceSeconds(seen: ObservedExperiment, request: ExperimentRequest): number {
  return isSettled(seen, request) ? Math.min(request.quietSeconds, GRACE_SECONDS) : request.quietSeconds;
}

function describeProgress({ attempts, open, report }: ObservedExperiment): string {
  if (attempts === 0) return 'Waiting for an event that fits.';
  const seen = `${counted(attempts, 'attempt')} of ${counted(report.events.length, 'event')}`;
  return open > 0 ? `${seen}; the sender waits for an answer.` : `${seen}; waiting for the next.`;
}

function describeEnd(seen: ObservedExperiment, request: ExperimentRequest, isLate: boolean): string {
  const { maxSeconds } = request;
  if (seen.attempts === 0) return `No event that fits came within ${maxSeconds} s.`;
  if (isLate) return `Ended after ${maxSeconds} s, the longest it may take.`;
  const quiet = `o further attempt came within ${patienceSeconds(seen, request)} s.`;
  return isSettled(seen, request)
    ? `Every event was accepted or failed ${attemptLimit} times, and n${quiet}`
    : `N${quiet}`;
}

const counted = (count: number, noun: string): string => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`);
