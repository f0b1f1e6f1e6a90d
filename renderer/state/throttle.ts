export interface Throttle {
  /** Asks for a run: at once when the last one was long enough ago, else when the interval is over. Runs never overlap. */
  trigger(): void;
  close(): void;
}

/** Runs a task at most once per interval, and once more after the last trigger. */
export function createThrottle(run: () => Promise<void>, intervalMs: number): Throttle {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let state: 'idle' | 'busy' | 'again' | 'closed' = 'idle';

  const rest = (): void => {
    timer = null;
    const again = state === 'again';
    if (state !== 'closed') state = 'idle';
    if (again) start();
  };
  const start = (): void => {
    state = 'busy';
    const startedAt = performance.now();
    const later = (): void => {
      if (state === 'closed') return;
      timer = setTimeout(rest, Math.max(0, intervalMs - (performance.now() - startedAt)));
    };
    run().then(later, later);
  };
  return {
    trigger() {
      if (state === 'idle') start();
      else if (state === 'busy') state = 'again';
    },
    close() {
      state = 'closed';
      if (timer !== null) clearTimeout(timer);
    },
  };
}
