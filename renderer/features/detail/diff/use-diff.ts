import { useEffect, useState } from 'react';
import type { Diff } from '#shared/protocol/diff.ts';
import { useEngine } from '#renderer/state/use-inspector.ts';

export interface DiffLoad {
  diff: Diff | null;
  error: string | null;
}

const nothing: DiffLoad = { diff: null, error: null };

/** The structural difference of two deliveries, as the engine makes it. */
export function useDiff(a: number, b: number): DiffLoad {
  const engine = useEngine();
  const [load, setLoad] = useState<DiffLoad & { key: string }>({ ...nothing, key: '' });
  const key = `${a} ${b}`;
  useEffect(() => {
    const abort = new AbortController();
    engine
      .call('diff.create', { body: { a, b } }, abort.signal)
      .then((diff) => setLoad({ key: `${a} ${b}`, diff, error: null }))
      .catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        if (!abort.signal.aborted) setLoad({ key: `${a} ${b}`, diff: null, error: message });
      });
    return () => abort.abort();
  }, [engine, a, b]);
  return load.key === key ? load : nothing;
}
