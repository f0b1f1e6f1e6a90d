import { useEffect, useState } from 'react';
import type { HeldRequests, ReleaseRequest } from '#shared/protocol/answer-calls.ts';
import { useActions, useEngine } from '#renderer/state/use-inspector.ts';
import { formatCount } from '#renderer/ui/format-amount.ts';

const rereadMs = 1000;

export type ReleaseWith = ReleaseRequest['with'];

export interface Held {
  /** The oldest of them; null until they were read. */
  requests: HeldRequests | null;
  /** Lets requests go; all of them unless ids are given. */
  release: (how: ReleaseWith, requestIds?: number[]) => void;
}

/** The requests that are held right now: read when their number changes, and once a second. */
export function useHeld(count: number): Held {
  const engine = useEngine();
  const { report, toast } = useActions();
  const [requests, setRequests] = useState<HeldRequests | null>(null);
  useEffect(() => {
    if (count === 0) return undefined;
    const leaving = new AbortController();
    const read = (): void => {
      engine
        .call('answer.held', {}, leaving.signal)
        .then(setRequests)
        .catch((error: unknown) => {
          if (!leaving.signal.aborted) report(error);
        });
    };
    read();
    const timer = setInterval(read, rereadMs);
    return () => {
      leaving.abort();
      clearInterval(timer);
    };
  }, [engine, report, count]);
  return {
    requests,
    release: (how, requestIds) => {
      engine
        .call('answer.release', { body: { with: how, ...(requestIds && { requestIds }) } })
        .then(({ released }) => toast(describeRelease(released, how), { tone: 'ok' }))
        .catch(report);
    },
  };
}

/** `7 requests released with 200`, `1 request dropped`. */
export function describeRelease(released: number, how: ReleaseWith): string {
  const requests = `${formatCount(released)} ${released === 1 ? 'request' : 'requests'}`;
  return how === 'drop' ? `${requests} dropped` : `${requests} released with ${how.status}`;
}
