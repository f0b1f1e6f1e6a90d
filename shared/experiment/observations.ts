import type { Chain, ChainAttempt } from '../protocol/delivery.ts';
import type { ExperimentRequest } from '../protocol/experiment.ts';

/** One attempt of a failed event, and when it arrived on the monotonic clock of the run, in milliseconds. */
export type ObservedAttempt = ChainAttempt & { arrivedMonoMs: number };

/** A later request that reads like a try of the event under another event_id. */
export interface Lookalike {
  deliveryId: number;
  eventId: string | null;
  /** After the attempt that was failed before it, milliseconds. */
  gapMs: number;
}

/** One event that the experiment failed. */
export interface ObservedEvent extends Pick<Chain, 'eventId' | 'joinedBy' | 'state'> {
  eventName: string | null;
  /** Since the experiment began, in order of arrival; never empty. */
  attempts: readonly ObservedAttempt[];
  lookalike: Lookalike | null;
}

/** Everything a report is made of, read from what is stored. */
export interface Observations {
  request: ExperimentRequest;
  events: readonly ObservedEvent[];
  /**
   * Arrivals of requests of other events, ascending, on the monotonic clock: from as long before the first attempt as all attempts took, to as
   * long after the last.
   */
  otherArrivalsMonoMs: readonly number[];
  /** How long the receiver has watched since the last attempt arrived, milliseconds. */
  watchedMs: number;
  /** When and why (a clause) the receiver could not be reached any more; null where it could to the end. No absence is claimed then. */
  cut: { at: string; reason: string } | null;
}
