import { describe, expect, it } from 'vitest';
import type { AttemptSource } from '#engine/answering/attempt-source.ts';
import { createAttemptTracker, toChainName } from '#engine/answering/attempt-tracker.ts';
import type { ChainKey, StoredAttemptsQuery } from '#engine/store/queries/answers/stored-attempts.ts';

const event = (eventId: string): ChainKey => ({ origin: 'platform', eventId });

/** A capture file that held some attempts when counting began. */
function startSource(stored: Record<string, number> = {}) {
  const asked: StoredAttemptsQuery[] = [];
  const source = { newest: 10, answers: (): Promise<void> => Promise.resolve() };
  const ports: AttemptSource = {
    newestRequestId: () => source.newest,
    async storedAttempts(query) {
      asked.push(query);
      await source.answers();
      return query.chains.map((chain) => stored[toChainName(chain)] ?? 0);
    },
  };
  return { asked, source, ports };
}

async function count(tracker: ReturnType<typeof createAttemptTracker>, ...chains: (ChainKey | null)[]) {
  await tracker.prepare(chains);
  return tracker.count(chains);
}

describe('counting attempts', () => {
  it('goes on from what is stored, and asks for each chain once', async () => {
    const { asked, ports } = startSource({ [toChainName(event('a'))]: 2 });
    const tracker = createAttemptTracker(ports);
    expect(await count(tracker, event('a'))).toEqual([3]);
    expect(tracker.prepare([event('a')])).toBeNull();
    expect(tracker.count([event('a')])).toEqual([4]);
    expect(await count(tracker, event('b'))).toEqual([1]);
    expect(asked).toEqual([
      { throughRequestId: 10, chains: [event('a')] },
      { throughRequestId: 10, chains: [event('b')] },
    ]);
  });

  it('keeps chains apart by origin, and by body where there is no id', async () => {
    const { ports } = startSource();
    const tracker = createAttemptTracker(ports);
    const body = (bodySha256Hex: string, batchIndex: number | null): ChainKey => ({
      origin: 'platform',
      bodySha256Hex,
      batchIndex,
    });
    const chains = [
      event('a'),
      { ...event('a'), origin: 'replay' as const },
      body('ff', null),
      body('ff', 0),
      body('ee', 0),
    ];
    expect(await count(tracker, ...chains)).toEqual([1, 1, 1, 1, 1]);
    expect(await count(tracker, ...chains)).toEqual([2, 2, 2, 2, 2]);
  });

  it('counts an event twice that is twice in a batch, and what nothing joins as its own first attempt', async () => {
    const tracker = createAttemptTracker(startSource().ports);
    expect(await count(tracker, event('a'), null, event('a'))).toEqual([1, 1, 2]);
    expect(await count(tracker, null)).toEqual([1]);
  });

  it('gives each of many requests at once a number of its own, also while the capture file is asked', async () => {
    const { asked, ports } = startSource({ [toChainName(event('a'))]: 5 });
    const tracker = createAttemptTracker(ports);
    const numbers = await Promise.all(Array.from({ length: 50 }, () => count(tracker, event('a'))));
    expect(numbers.flat().toSorted((x, y) => Number(x) - Number(y))).toEqual(
      Array.from({ length: 50 }, (_, i) => 6 + i),
    );
    expect(asked).toHaveLength(1);
  });

  it('does not ask an empty capture', async () => {
    const { asked, source, ports } = startSource();
    source.newest = 0;
    const tracker = createAttemptTracker(ports);
    expect(tracker.prepare([event('a')])).toBeNull();
    expect(tracker.count([event('a')])).toEqual([1]);
    expect(asked).toEqual([]);
  });

  it('begins anew after a request that was not stored, and then asks for all that came before', async () => {
    const { asked, source, ports } = startSource({ [toChainName(event('a'))]: 1 });
    const tracker = createAttemptTracker(ports);
    await count(tracker, event('a'));
    tracker.reset();
    source.newest = 11;
    expect(await count(tracker, event('a'))).toEqual([2]);
    expect(asked.map(({ throughRequestId }) => throughRequestId)).toEqual([10, 11]);
  });

  it('begins anew when it holds too many chains', async () => {
    const { asked, source, ports } = startSource();
    const tracker = createAttemptTracker(ports, { keptChains: 3 });
    for (const id of ['a', 'b', 'c']) await count(tracker, event(id));
    source.newest = 13;
    await count(tracker, event('d'));
    expect(asked.at(-1)).toEqual({ throughRequestId: 13, chains: [event('d')] });
    await count(tracker, event('a'));
    expect(asked.at(-1)).toEqual({ throughRequestId: 13, chains: [event('a')] });
  });
});

describe('a capture file that does not answer', () => {
  it('is not waited for long: the attempt is not known, and known again once it has answered', async () => {
    const { source, ports } = startSource({ [toChainName(event('a'))]: 1 });
    const answered = Promise.withResolvers<void>();
    source.answers = () => answered.promise;
    const tracker = createAttemptTracker(ports, { waitMs: 5 });
    expect(await tracker.prepare([event('a')])).toBe(false);
    expect(tracker.count([event('a')])).toEqual([null]);
    const waiting = tracker.prepare([event('a')]);
    answered.resolve();
    expect(await waiting).toBe(true);
    expect(tracker.count([event('a')])).toEqual([3]);
  });

  it('is asked again by the next request where it failed', async () => {
    const { source, ports } = startSource({ [toChainName(event('a'))]: 1 });
    source.answers = () => Promise.reject(new Error('closed'));
    const tracker = createAttemptTracker(ports);
    expect(await tracker.prepare([event('a')])).toBe(false);
    expect(tracker.count([event('a')])).toEqual([null]);
    source.answers = () => Promise.resolve();
    expect(await count(tracker, event('a'))).toEqual([3]);
  });
});
