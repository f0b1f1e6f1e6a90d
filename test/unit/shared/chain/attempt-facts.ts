import type { AttemptFacts } from '#shared/chain/attempt-result.ts';

/** An attempt that came at `atMs` and was answered 200 at once, with what a test cares about replaced. */
export function attemptFacts(atMs: number, given: Partial<AttemptFacts> = {}): AttemptFacts {
  return {
    requestId: atMs + 1,
    receivedAtMs: atMs,
    answeredAtMs: atMs,
    peerClosedAtMs: null,
    answer: { action: 'respond', status: 200, released: null },
    ...given,
  };
}

/** A response, given at once. */
export function answered(atMs: number, status: number): AttemptFacts {
  return attemptFacts(atMs, { answer: { action: 'respond', status, released: null } });
}

/** Held without an answer; how it ended is given. */
export function held(
  atMs: number,
  end: Partial<Pick<AttemptFacts, 'answeredAtMs' | 'peerClosedAtMs'>> & {
    released?: AttemptFacts['answer']['released'];
  } = {},
): AttemptFacts {
  const { released = null, ...times } = end;
  return attemptFacts(atMs, { answeredAtMs: null, answer: { action: 'hang', status: null, released }, ...times });
}

/** A response that was decided when its sender had gone. */
export function left(atMs: number, status: number, closedAtMs: number): AttemptFacts {
  return { ...answered(atMs, status), answeredAtMs: null, peerClosedAtMs: closedAtMs };
}
