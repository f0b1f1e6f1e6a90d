import type { NgrokRemedy } from './ngrok-failure.ts';

export interface RetryTiming {
  /** First delay; each one after it is twice as long. */
  retryMinMs: number;
  retryMaxMs: number;
  /** How long failures that should pass by themselves are waited for, summed over their delays. */
  waitMs: number;
}

export interface RetrySchedule {
  /** Milliseconds until the next try; null when there should be none. */
  next(remedy: NgrokRemedy): number | null;
  /** Forgets earlier failures. */
  reset(): void;
}

/** Decides when to try again, by counting: no clock is read, so that a computer that slept has not used its patience up. */
export function retryScheduleOf({ retryMinMs, retryMaxMs, waitMs }: RetryTiming): RetrySchedule {
  let failures = 0;
  let waitedMs = 0;
  return {
    next(remedy) {
      if (remedy === 'stop') return null;
      const delayMs = Math.min(retryMaxMs, retryMinMs * 2 ** Math.min(failures, 30));
      failures += 1;
      if (remedy === 'retry') return delayMs;
      waitedMs += delayMs;
      return waitedMs > waitMs ? null : delayMs;
    },
    reset() {
      failures = 0;
      waitedMs = 0;
    },
  };
}
