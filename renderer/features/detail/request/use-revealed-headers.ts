import { useState } from 'react';
import type { RequestRecord } from '#shared/protocol/delivery.ts';
import { useActions, useEngine } from '#renderer/state/use-inspector.ts';

export interface RevealedHeaders {
  headers: RequestRecord['rawHeaders'];
  revealed: boolean;
  toggle: () => void;
}

/** The headers of a request, masked until they are asked for; only asking brings the values into the page. */
export function useRevealedHeaders(request: RequestRecord): RevealedHeaders {
  const engine = useEngine();
  const { report } = useActions();
  const [plain, setPlain] = useState<RequestRecord['rawHeaders'] | null>(null);
  const reveal = (): void => {
    engine
      .call('requests.read', { params: { id: request.id }, query: { reveal: 'credentials' } })
      .then(({ rawHeaders }) => setPlain(rawHeaders), report);
  };
  return {
    headers: plain ?? request.rawHeaders,
    revealed: plain !== null,
    toggle: () => (plain === null ? reveal() : setPlain(null)),
  };
}
