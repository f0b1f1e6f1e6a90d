import { useCallback, useEffect, useState } from 'react';
import type { CallBody } from '#shared/protocol/contract.ts';
import type { Experiment } from '#shared/protocol/experiment.ts';
import { useEngine, useInspector } from '#renderer/state/use-inspector.ts';

/** An experiment as it is listed. */
export type ListedExperiment = Omit<Experiment, 'markdown'>;

const pollMs = 500;

export interface Experiments {
  /** Of this capture, newest first. */
  items: readonly ListedExperiment[];
  /** The one that is under way. */
  running: ListedExperiment | null;
  starting: boolean;
  /** Why the last call failed; null where it did not. */
  error: string | null;
  /** Resolves with its id; null where it was refused. */
  start(request: CallBody<'experiments.create'>): Promise<number | null>;
  stop(id: number): void;
}

/** The experiments of this capture. They are listed when the page opens and whenever something is armed, and read while one is under way. */
export function useExperiments(): Experiments {
  const engine = useEngine();
  const armedAt = useInspector((state) => state.status?.answer.armedAt);
  const connection = useInspector((state) => state.connection);
  const [items, setItems] = useState<readonly ListedExperiment[]>([]);
  const [starting, setStarting] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const fail = useCallback((cause: unknown) => setError(cause instanceof Error ? cause.message : String(cause)), []);
  const put = useCallback(
    (one: ListedExperiment) => setItems((all) => [one, ...all.filter(({ id }) => id !== one.id)].toSorted(newestFirst)),
    [],
  );
  const running = items.find(({ endedAt }) => endedAt === null) ?? null;
  const runningId = running?.id ?? null;

  useEffect(() => {
    if (connection !== 'open' || armedAt === undefined) return undefined;
    const abort = new AbortController();
    engine.call('experiments.list', {}, abort.signal).then(
      ({ items: listed }) => !abort.signal.aborted && setItems(listed),
      // An engine that is away says so in a banner; the list is read again when it is back.
      () => undefined,
    );
    return () => abort.abort();
  }, [engine, armedAt, connection]);

  useEffect(() => {
    if (runningId === null) return undefined;
    const abort = new AbortController();
    const timer = setInterval(() => {
      engine.call('experiments.read', { params: { id: runningId } }, abort.signal).then(
        (latest) => !abort.signal.aborted && put(latest),
        () => undefined, // as above
      );
    }, pollMs);
    return () => {
      abort.abort();
      clearInterval(timer);
    };
  }, [engine, runningId, put]);

  return {
    items,
    running,
    starting,
    error,
    async start(request) {
      setError(null);
      setStarting(true);
      try {
        const started = await engine.call('experiments.create', { body: request });
        put(started);
        return started.id;
      } catch (cause) {
        fail(cause);
        return null;
      } finally {
        setStarting(false);
      }
    },
    stop(id) {
      setError(null);
      engine.call('experiments.stop', { params: { id } }).then(put).catch(fail);
    },
  };
}

const newestFirst = (a: ListedExperiment, b: ListedExperiment): number => b.id - a.id;
