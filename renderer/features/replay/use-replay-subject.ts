import { useEffect, useState } from 'react';
import type { DeliveryDetail } from '#shared/protocol/delivery.ts';
import { useEngine } from '#renderer/state/use-inspector.ts';
import { layOutJson } from '#renderer/ui/code-surface/json-text.ts';

/** The delivery a replay is about. */
export interface ReplaySubject {
  detail: DeliveryDetail;
  /** The text that would be edited; null where the whole of it cannot be had as text, so that editing would change it. */
  bodyText: string | null;
}

const longestEdited = 10_000_000;

export function useReplaySubject(id: number | null): ReplaySubject | null {
  const engine = useEngine();
  const [subject, setSubject] = useState<ReplaySubject | null>(null);
  useEffect(() => {
    if (id === null) return undefined;
    const abort = new AbortController();
    const read = async (): Promise<void> => {
      const detail = await engine.call('deliveries.read', { params: { id } }, abort.signal);
      const readBytes = () => engine.bytes('requests.body', { params: { id: detail.requestId } });
      const bodyText = await readBodyText(detail, readBytes);
      if (!abort.signal.aborted) setSubject({ detail, bodyText });
    };
    // Without its text nothing can be edited; sending the captured bytes still works, and reports its own errors.
    read().catch(() => setSubject(null));
    return () => abort.abort();
  }, [engine, id]);
  return subject?.detail.id === id ? subject : null;
}

async function readBodyText(detail: DeliveryDetail, readBytes: () => Promise<ArrayBuffer>): Promise<string | null> {
  if (detail.batchIndex !== null) {
    // Texts are cut on the wire, and an envelope that is not JSON any more was cut.
    return detail.envelopeText !== null && layOutJson(detail.envelopeText).ok ? detail.envelopeText : null;
  }
  if (detail.request.truncated || detail.sizeBytes > longestEdited) return null;
  const bytes = await readBytes();
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Not UTF-8, so no text can stand for these bytes.
    return null;
  }
}
