import { useEffect, useState } from 'react';
import { useEngine } from '#renderer/state/use-inspector.ts';
import type { BodySource } from './body-source.ts';

export interface BodyLoad {
  bytes: Uint8Array | null;
  error: string | null;
}

const nothing: BodyLoad = { bytes: null, error: null };

/** Body bytes of a request, as asked for (null asks for nothing); read once for each way of asking, since stored bytes never change. */
export function useRequestBody(requestId: number | null, { view, limit }: BodySource): BodyLoad {
  const engine = useEngine();
  const key = `${requestId} ${view} ${limit ?? 'all'}`;
  const [load, setLoad] = useState<BodyLoad & { key: string | null }>({ ...nothing, key: null });
  useEffect(() => {
    if (requestId === null) return undefined;
    let cancelled = false;
    const show = (next: BodyLoad): void => {
      if (!cancelled) setLoad({ ...next, key });
    };
    engine
      .bytes('requests.body', { params: { id: requestId }, query: { view, ...(limit !== undefined && { limit }) } })
      .then((buffer) => show({ bytes: new Uint8Array(buffer), error: null }))
      .catch((error: unknown) => show({ bytes: null, error: error instanceof Error ? error.message : String(error) }));
    return () => {
      cancelled = true;
    };
  }, [engine, requestId, view, limit, key]);
  return load.key === key ? load : nothing;
}
