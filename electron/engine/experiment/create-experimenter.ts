// Retry experiments: arms an answer that fails chosen events in front of what is armed, watches what the sender does, and keeps the report in
// the capture file. One runs at a time; whoever arms something else ends it.
import type { AnswerProgram } from '#shared/answer/answer.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { analyseExperiment } from '#shared/experiment/analyse-experiment.ts';
import { toMarkdown } from '#shared/experiment/experiment-markdown.ts';
import { toExperimentProgram } from '#shared/experiment/experiment-program.ts';
import type { Experiment, ExperimentRequest } from '#shared/protocol/experiment.ts';
import { toIsoTime } from '#shared/protocol/iso-time.ts';
import type { ExperimentStore, StoredExperiment } from '../store/store.ts';
import { startExperimentRun, type ExperimentRun } from './experiment-run.ts';
import { refuseRequest } from './refuse-request.ts';

/** An experiment without its report as Markdown. */
export type ListedExperiment = Omit<Experiment, 'markdown'>;

export interface ExperimenterOptions {
  store: ExperimentStore;
  answers: { temporarily(program: AnswerProgram, onReplaced: () => void): { end(): void } };
  /** Epoch milliseconds. */
  now: () => number;
  /** Milliseconds on a clock that is never set. */
  monotonic: () => number;
}

export interface Experimenter {
  /** Arms it; resolves when it waits for its events. Throws `EXPERIMENT_RUNNING`, `FILTER_INVALID`, `REQUEST_INVALID`, `STORE_UNAVAILABLE`. */
  start(request: ExperimentRequest): Promise<Experiment>;
  /** Of this capture, newest first, at most 100. */
  list(): Promise<ListedExperiment[]>;
  /** Throws `EXPERIMENT_NOT_FOUND`. */
  read(id: number): Promise<Experiment>;
  /** Ends it where it is under way; what was armed before is in force again. Throws `EXPERIMENT_NOT_FOUND`. */
  stop(id: number): Promise<Experiment>;
  /** Ends the one that is under way because nothing can be observed any more; `reason` is a clause. Absence is not claimed of such a time. */
  interrupt(reason: string): void;
  /** Called after every change of the one that is under way; returns the way to stop listening. */
  onChange(listener: () => void): () => void;
  /** Ends the one that is under way, and stores what was observed. */
  close(): Promise<void>;
}

export function createExperimenter({ store, answers, now, monotonic }: ExperimenterOptions): Experimenter {
  const listeners = new Set<() => void>();
  let current: { id: number; run: ExperimentRun } | null = null;
  let isStarting = false;
  let closed = false;
  const changed = (): void => listeners.forEach((listener) => listener());
  store.onChange(() => current?.run.look());

  async function begin(request: ExperimentRequest): Promise<ExperimentRun> {
    const startedAtMs = now();
    const id = await store.writeExperiment({ ...toNewExperiment(request), startedAtMs });
    if (closed) throw new AppError('STORE_UNAVAILABLE', 'Hookloupe is closing. Start the experiment again afterwards.');
    const afterRequestId = store.progress().requests;
    const armed = answers.temporarily(toExperimentProgram(id, request), () => {
      void current?.run.stop('Ended because another answer was armed.');
    });
    const context = { store, now, monotonic, disarm: () => armed.end(), onChange: changed };
    const run = startExperimentRun({ id, startedAtMs, request, afterRequestId, ...context });
    current = { id, run };
    return run;
  }

  async function find(id: number): Promise<ListedExperiment> {
    if (current?.id === id) return toListed(current.run.read());
    const stored = await store.readExperiment(id);
    if (stored === null) throw new AppError('EXPERIMENT_NOT_FOUND', `There is no experiment ${id} in this capture.`);
    return toListed(asEnded(stored));
  }
  const read = async (id: number): Promise<Experiment> => withMarkdown(await find(id));

  return {
    async start(request) {
      refuseRequest(request);
      if (isStarting || isUnderWay(current)) {
        throw new AppError('EXPERIMENT_RUNNING', 'An experiment is under way. Wait for its end, or stop it.');
      }
      isStarting = true;
      try {
        return withMarkdown(toListed((await begin(request)).read()));
      } finally {
        isStarting = false;
      }
    },
    async list() {
      const stored = await store.readExperiments();
      return stored.map((experiment) =>
        toListed(experiment.id === current?.id ? current.run.read() : asEnded(experiment)),
      );
    },
    read,
    async stop(id) {
      if (current?.id === id) await current.run.stop('Stopped.');
      return read(id);
    },
    interrupt(reason) {
      if (isUnderWay(current)) void current?.run.interrupt(reason);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      await current?.run.stop('Ended because Hookloupe was closed.');
    },
  };
}

function toNewExperiment(request: ExperimentRequest): Omit<StoredExperiment, 'id' | 'startedAtMs'> & { id: null } {
  const report = analyseExperiment({ request, events: [], otherArrivalsMonoMs: [], watchedMs: 0, cut: null });
  return { id: null, endedAtMs: null, state: 'waiting', message: 'Waiting for an event that fits.', request, report };
}

function isUnderWay(current: { run: ExperimentRun } | null): boolean {
  return current !== null && current.run.read().endedAtMs === null;
}

/** What is stored as under way and is not ours was cut off by the end of the process. */
function asEnded(stored: StoredExperiment): StoredExperiment & { endsAtMs: null } {
  if (stored.endedAtMs !== null) return { ...stored, endsAtMs: null };
  const message = 'Hookloupe ended while it was under way; what it had seen until then is kept.';
  return { ...stored, state: 'stopped', message, endsAtMs: null };
}

function toListed(experiment: StoredExperiment & { endsAtMs: number | null }): ListedExperiment {
  const { startedAtMs, endedAtMs, endsAtMs, ...rest } = experiment;
  return { ...rest, startedAt: toIsoTime(startedAtMs), endedAt: toIsoTime(endedAtMs), endsAt: toIsoTime(endsAtMs) };
}

function withMarkdown(experiment: ListedExperiment): Experiment {
  return { ...experiment, markdown: toMarkdown(experiment) };
}
