import type { Store } from '#engine/store/open-store.ts';
import type { StoredAttemptsQuery } from '#engine/store/queries/answers/stored-attempts.ts';

/** Where attempts are counted that came before counting in memory began. */
export interface AttemptSource {
  /** Id of the newest request that was handed to the store. */
  newestRequestId(): number;
  /** Attempts of each chain among the requests up to one, once those are all decoded. */
  storedAttempts(query: StoredAttemptsQuery): Promise<number[]>;
}

/** For a receiver without a capture file: nothing came before. */
export const noAttemptsBefore: AttemptSource = {
  newestRequestId: () => 0,
  storedAttempts: async ({ chains }) => chains.map(() => 0),
};

/** Counts in the capture file. It lives as long as the store. */
export function createAttemptSource(
  store: Pick<Store, 'newestRequestId' | 'progress' | 'onChange' | 'readers'>,
): AttemptSource {
  let waiting: { through: number; resolve: () => void }[] = [];
  store.onChange(({ derivedTo }) => {
    const ready = waiting.filter(({ through }) => through <= derivedTo);
    waiting = waiting.filter(({ through }) => through > derivedTo);
    for (const { resolve } of ready) resolve();
  });
  const derivedTo = (through: number): Promise<void> => {
    if (store.progress().derivedTo >= through) return Promise.resolve();
    return new Promise((resolve) => waiting.push({ through, resolve }));
  };
  return {
    newestRequestId: store.newestRequestId,
    async storedAttempts(query) {
      await derivedTo(query.throughRequestId);
      const bytes = await store.readers.details.read('storedAttempts', query);
      // What our own reader wrote a moment ago.
      return JSON.parse(Buffer.from(bytes).toString('utf8')) as number[];
    },
  };
}
