import { useCallback, useEffect, useState } from 'react';
import type { Credentials, Sender, SenderChange } from '#shared/protocol/sender.ts';
import { useEngine } from '#renderer/state/use-inspector.ts';

/** How often what senders did is read again while somebody looks at it. */
const refreshMs = 2000;

export interface SenderFacts {
  /** Null until it was read. */
  sender: Sender | null;
  credentials: Credentials | null;
  /** Why it cannot be read; null while it can. */
  error: string | null;
  write: (change: SenderChange) => Promise<Sender>;
}

/** What is required of the sender and which credentials it used, kept up to date while `watched`. */
export function useSender(watched: boolean): SenderFacts {
  const engine = useEngine();
  const [sender, setSender] = useState<Sender | null>(null);
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const [error, setError] = useState<string | null>(null);

  useEffect(() => {
    if (!watched) return undefined;
    const abort = new AbortController();
    const read = async (): Promise<void> => {
      const [nextSender, nextCredentials] = await Promise.all([
        engine.call('sender.read', {}, abort.signal),
        engine.call('credentials.list', {}, abort.signal),
      ]);
      setSender(nextSender);
      setCredentials(nextCredentials);
      setError(null);
    };
    const readOrSay = (): void => {
      read().catch((reason: unknown) => {
        if (!abort.signal.aborted) setError(reason instanceof Error ? reason.message : String(reason));
      });
    };
    readOrSay();
    const timer = setInterval(readOrSay, refreshMs);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [engine, watched]);

  const write = useCallback(
    async (change: SenderChange) => {
      const next = await engine.call('sender.write', { body: change });
      setSender(next);
      return next;
    },
    [engine],
  );
  return { sender, credentials, error, write };
}
