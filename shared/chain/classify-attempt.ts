import { attemptClasses, type AttemptClass, type Origin } from '../protocol/delivery.ts';
import { attemptLimit } from '../spec/limits.ts';
import { attemptResult, isFailure, isLateAck, type AttemptFacts } from './attempt-result.ts';

/** Where an attempt stands in its chain. */
export interface AttemptPlace {
  /** From 1. */
  attempt: number;
  origin: Origin;
  /** The last delivery of the chain in an earlier request; null for the first. */
  before: AttemptFacts | null;
  /** Same body bytes as `before`; null for the first. */
  sameBody: boolean | null;
  /** See `isAcceptedBefore`. */
  acceptedBefore: boolean;
  /** See `isSpentBefore`. */
  spentBefore: boolean;
}

/** What an attempt is in its chain, in the order of `attemptClasses`; none of them for a first attempt that went as it should. */
export function classifyAttempt(facts: AttemptFacts, place: AttemptPlace): AttemptClass[] {
  const { before } = place;
  const after = before === null ? null : retryClass(before, facts.receivedAtMs);
  const holds: Readonly<Partial<Record<AttemptClass, boolean>>> = {
    'duplicate-after-200': place.acceptedBefore,
    'late-ack': isLateAck(facts),
    'different-body': place.sameBody === false,
    'beyond-limit': place.spentBefore,
    'own-replay': place.origin === 'replay',
  };
  return attemptClasses.filter((candidate) => candidate === after || holds[candidate] === true);
}

/** Whether an earlier attempt of the chain had been accepted when an attempt arrived. */
export function isAcceptedBefore(earlier: AttemptFacts, { requestId, receivedAtMs }: AttemptFacts): boolean {
  return (
    earlier.requestId < requestId && attemptResult(earlier) === 'accepted' && !isAnsweredAfter(earlier, receivedAtMs)
  );
}

/**
 * Whether earlier requests of the chain had failed as often as the specification lets a sender try (Limits). It limits calls answered 500 or
 * timing out alone: what else came before does not count.
 */
export function isSpentBefore(chain: readonly AttemptFacts[], requestId: number): boolean {
  const failed = chain.filter((earlier) => earlier.requestId < requestId && isFailure(earlier));
  return new Set(failed.map((earlier) => earlier.requestId)).size >= attemptLimit;
}

/** By what the attempt before had got when this one came; null after 200. */
function retryClass(before: AttemptFacts, receivedAtMs: number): AttemptClass | null {
  if (isAnsweredAfter(before, receivedAtMs)) return 'retry-after-timeout';
  switch (attemptResult(before)) {
    case 'accepted':
      return null;
    case 'failed':
      return 'retry-after-500';
    case 'timeout':
    case 'open':
      return 'retry-after-timeout';
    case 'other':
      return 'retry-after-other';
  }
}

function isAnsweredAfter({ answeredAtMs }: AttemptFacts, atMs: number): boolean {
  return answeredAtMs !== null && answeredAtMs > atMs;
}
