import { useCallback, useEffect, useState } from 'react';
import type { CallBody } from '#shared/protocol/contract.ts';
import type { Replay } from '#shared/protocol/replay.ts';
import { useEngine } from '#renderer/state/use-inspector.ts';

const pollMs = 250;

export interface ReplayRun {
  replay: Replay | null;
  error: string | null;
  starting: boolean;
  start: (request: CallBody<'replays.create'>) => void;
  stop: () => void;
  /** Forgets the replay, so that another can be started; a running one goes on. */
  forget: () => void;
}

/** One replay from its start to its end, read a few times a second while it runs. */
export function useReplayRun(): ReplayRun {
  const engine = useEngine();
  const [replay, setReplay] = useState<Replay | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [starting, setStarting] = useState(false);
  const fail = useCallback((cause: unknown) => setError(cause instanceof Error ? cause.message : String(cause)), []);
  const runningId = replay?.state === 'running' ? replay.id : null;

  useEffect(() => {
    if (runningId === null) return undefined;
    const abort = new AbortController();
    const read = async (): Promise<void> => {
      const latest = await engine.call('replays.read', { params: { id: runningId } }, abort.signal);
      if (!abort.signal.aborted) setReplay(latest);
    };
    const timer = setInterval(() => {
      read().catch((cause: unknown) => {
        if (!abort.signal.aborted) fail(cause);
      });
    }, pollMs);
    return () => {
      abort.abort();
      clearInterval(timer);
    };
  }, [engine, runningId, fail]);

  return {
    replay,
    error,
    starting,
    start(request) {
      setError(null);
      setStarting(true);
      engine
        .call('replays.create', { body: request })
        .then(setReplay)
        .catch(fail)
        .finally(() => setStarting(false));
    },
    stop() {
      if (runningId === null) return;
      engine
        .call('replays.stop', { params: { id: runningId } })
        .then(setReplay)
        .catch(fail);
    },
    forget() {
      setReplay(null);
      setError(null);
    },
  };
}
