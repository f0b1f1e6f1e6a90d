import type { ProgramNeeds } from '#shared/program/rule-matcher.ts';
import { readArrivedDeliveries, type Arrival } from './arrival.ts';
import type { AttemptTracker } from './attempt-tracker.ts';

/** Finds out about requests what a program needs, and no more. */
export interface ArrivalReader {
  /** Resolves when one more thing that is needed is known; null when everything is. Never rejects. */
  prepare(arrival: Arrival, needs: ProgramNeeds): Promise<void> | null;
  /**
   * Counts a request, where attempts are needed, and gives the attempt of each of its deliveries; null where none is needed, or the body
   * could not be read. Call it once for each request, in the step in which it is handed to the store.
   */
  count(arrival: Arrival, needs: ProgramNeeds): (number | null)[] | null;
}

export function createArrivalReader(tracker: AttemptTracker): ArrivalReader {
  const readBody = (arrival: Arrival): Promise<void> | null => {
    if (arrival.deliveries !== undefined) return null;
    const deliveries = readArrivedDeliveries(arrival.request);
    if (!(deliveries instanceof Promise)) {
      arrival.deliveries = deliveries;
      return null;
    }
    return deliveries.then((read) => void (arrival.deliveries = read));
  };
  const prepareAttempts = (arrival: Arrival): Promise<void> | null => {
    if (arrival.hasWaitedInVain) return null;
    const prepared = tracker.prepare(chainsOf(arrival));
    return prepared?.then((isKnown) => void (arrival.hasWaitedInVain = !isKnown)) ?? null;
  };

  return {
    prepare(arrival, needs) {
      const reading = needs.deliveries ? readBody(arrival) : null;
      return reading ?? (needs.attempts ? prepareAttempts(arrival) : null);
    },
    count(arrival, needs) {
      // What is not counted here has to be asked of the store when it matters again.
      if (!needs.attempts) tracker.reset();
      else if (arrival.deliveries) return tracker.count(chainsOf(arrival));
      return null;
    },
  };
}

function chainsOf({ deliveries }: Arrival) {
  return (deliveries ?? []).map(({ chain }) => chain);
}
