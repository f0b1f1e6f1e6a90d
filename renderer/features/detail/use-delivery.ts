import { useEffect, useState } from 'react';
import type { DeliveryDetail } from '#shared/protocol/delivery.ts';
import { useEngine } from '#renderer/state/use-inspector.ts';

/** A delivery on its way to the screen: what is known of it now, and why nothing is, if it could not be read. */
export interface DeliveryLoad {
  detail: DeliveryDetail | null;
  error: string | null;
}

interface Held extends DeliveryLoad {
  /** The revision the answer is for; what was read earlier stays on the screen meanwhile. */
  revision: string | number;
}

const nothing: DeliveryLoad = { detail: null, error: null };

/** Reads one delivery, again whenever `revision` changes. Until an answer comes the last one stays, also when it was another. */
export function useDelivery(id: number | null, revision: string | number = 0): DeliveryLoad {
  const engine = useEngine();
  const [load, setLoad] = useState<Held>({ ...nothing, revision });
  useEffect(() => {
    if (id === null) return undefined;
    const abort = new AbortController();
    engine
      .call('deliveries.read', { params: { id } }, abort.signal)
      .then((detail) => setLoad({ detail, error: null, revision }))
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        const message = error instanceof Error ? error.message : String(error);
        setLoad((last) => ({ detail: last.detail?.id === id ? last.detail : null, error: message, revision }));
      });
    return () => abort.abort();
  }, [engine, id, revision]);
  return id === null ? nothing : load;
}
