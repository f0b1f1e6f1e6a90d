import { useEffect, useState } from 'react';
import { useEngine } from '#renderer/state/use-inspector.ts';

export interface BodyLoad {
  bytes: Uint8Array | null;
  error: string | null;
}

const nothing: BodyLoad = { bytes: null, error: null };

/** Exact body bytes of a request; read once per request, since stored bytes never change. */
export function useRequestBody(requestId: number): BodyLoad {
  const engine = useEngine();
  const [load, setLoad] = useState<BodyLoad & { requestId: number | null }>({ ...nothing, requestId: null });
  useEffect(() => {
    let cancelled = false;
    const show = (next: BodyLoad): void => {
      if (!cancelled) setLoad({ ...next, requestId });
    };
    engine
      .bytes('requests.body', { params: { id: requestId } })
      .then((buffer) => show({ bytes: new Uint8Array(buffer), error: null }))
      .catch((error: unknown) => show({ bytes: null, error: error instanceof Error ? error.message : String(error) }));
    return () => {
      cancelled = true;
    };
  }, [engine, requestId]);
  return load.requestId === requestId ? load : nothing;
}
