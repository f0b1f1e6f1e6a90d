/** Waits that somebody can end: what a loop that looks now and then sleeps on. */
export interface WakeUp {
  /** Ends the wait that is on, or the next one. */
  ring(): void;
  /** Resolves when it rings, or after so many milliseconds. */
  wait(durationMs: number): Promise<void>;
}

/** Node's timers take no longer ones. */
const LONGEST_MS = 2 ** 31 - 1;

export function createWakeUp(): WakeUp {
  let isRung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      isRung = true;
      wake?.();
    },
    async wait(durationMs) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, Math.min(Math.max(0, durationMs), LONGEST_MS));
      wake = resolve;
      if (isRung) resolve();
      await promise;
      clearTimeout(timer);
      isRung = false;
      wake = null;
    },
  };
}
