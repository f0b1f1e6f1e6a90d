import type { SendAttempt } from './send-attempt.ts';

/** What became of everything that was sent. An event is counted once, by its last attempt. */
export interface SendReport {
  /** Events whose last attempt is known. */
  events: number;
  /** Events that ended in 200. */
  accepted: number;
  /** HTTP calls made, retries included. */
  attempts: number;
  /** Status of the last attempt, `timeout` or `error` → events. */
  byOutcome: Record<string, number>;
  /** Ended by the signal before everything was sent. */
  stopped: boolean;
}

/** Counts attempts as they come. */
export interface SendTally {
  add(attempt: SendAttempt): void;
  report(stopped: boolean): SendReport;
}

export function createSendTally(): SendTally {
  let attempts = 0;
  const byOutcome: Record<string, number> = {};
  return {
    add({ call, status, error, last }) {
      attempts += 1;
      if (!last) return;
      const outcome = status?.toString() ?? (error === 'timeout' ? 'timeout' : 'error');
      byOutcome[outcome] = (byOutcome[outcome] ?? 0) + call.events.length;
    },
    report(stopped) {
      const events = Object.values(byOutcome).reduce((sum, count) => sum + count, 0);
      return { events, accepted: byOutcome['200'] ?? 0, attempts, byOutcome, stopped };
    },
  };
}
