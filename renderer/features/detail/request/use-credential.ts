import { useEffect, useState } from 'react';
import type { Credential, Credentials } from '#shared/protocol/sender.ts';
import { useEngine } from '#renderer/state/use-inspector.ts';

/** A credential among all that were seen; null until it was read, and where it is none of the newest. */
export function useCredential(ordinal: number): { credential: Credential; total: number } | null {
  const engine = useEngine();
  const [load, setLoad] = useState<{ seen: Credentials; ordinal: number } | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    engine
      .call('credentials.list', {}, abort.signal)
      .then((seen) => setLoad({ seen, ordinal }))
      // The ordinal stands without the rest.
      .catch(() => undefined);
    return () => abort.abort();
  }, [engine, ordinal]);
  const credential = load?.seen.items.find((item) => item.credential === ordinal);
  return load === null || credential === undefined ? null : { credential, total: load.seen.total };
}
