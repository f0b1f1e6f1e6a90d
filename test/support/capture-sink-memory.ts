import type { CapturedRequest, CaptureSink, RequestOutcome } from '#engine/store/store.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** A sink that keeps what it is given; delays and failures are set from outside while it runs. */
export interface CaptureSinkMemory extends CaptureSink {
  readonly requests: CapturedRequest[];
  readonly outcomes: Map<number, RequestOutcome>;
  /** Every append waits for it. */
  gate: Promise<void>;
  failing: boolean;
  /** Resolves once as many requests were stored. */
  stored(count: number): Promise<void>;
  /** Resolves with the outcome of a request once it is known. */
  outcomeOf(requestId: number): Promise<RequestOutcome>;
}

export function createCaptureSinkMemory(): CaptureSinkMemory {
  const requests: CapturedRequest[] = [];
  const outcomes = new Map<number, RequestOutcome>();
  const watchers = new Set<() => void>();
  const until = (condition: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const watch = (): void => {
        if (!condition()) return;
        watchers.delete(watch);
        resolve();
      };
      watchers.add(watch);
      watch();
    });
  const changed = (): void => {
    for (const watch of watchers) watch();
  };

  const sink: CaptureSinkMemory = {
    requests,
    outcomes,
    gate: Promise.resolve(),
    failing: false,
    async append(request) {
      await sink.gate;
      if (sink.failing) throw new AppError('STORE_UNAVAILABLE', 'The disk is full. Free some space.');
      const id = requests.push(request);
      changed();
      return id;
    },
    recordOutcome(requestId, outcome) {
      outcomes.set(requestId, { ...outcomes.get(requestId), ...outcome });
      changed();
    },
    stored: (count) => until(() => requests.length >= count),
    async outcomeOf(requestId) {
      await until(() => outcomes.has(requestId));
      return outcomes.get(requestId) ?? {};
    },
  };
  return sink;
}
