import { describe, expect, it } from 'vitest';
import type { Histogram, ValueSuggestions } from '#shared/protocol/query.ts';
import { capturedRequest } from '#test/support/captured-request.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';
import { openTestStore, type TestStore } from '#test/support/test-store.ts';

const folder = useTempFolder();
const startMs = Date.UTC(2026, 10, 21, 13);

/** One delivery a second for ten minutes; every fourth answered 500, three customers. */
async function fill(name: string): Promise<TestStore> {
  const store = await openTestStore(folder.path(name));
  const appended = Array.from({ length: 600 }, (_, i) => {
    const name = i % 3 === 0 ? 'notification.attempted' : 'message.delivered';
    const body = JSON.stringify({ event_id: `e${i}`, event_name: name, payload: { ccid: `c-${i % 3}` } });
    const answer = { action: 'respond', status: i % 4 === 0 ? 500 : 200, decidedBy: 'override' } as const;
    return store.append(capturedRequest(body, { receivedAtMs: startMs + i * 1000 + 250, answer }));
  });
  await Promise.all(appended);
  await store.derived();
  return store;
}

async function histogram(store: TestStore, filter: string, buckets: number): Promise<Histogram> {
  const bytes = await store.readers.scans.read('histogram', { filter, zoneOffsetMinutes: 0, buckets });
  return JSON.parse(Buffer.from(bytes).toString()) as Histogram;
}

async function values(store: TestStore, key: string, prefix: string): Promise<ValueSuggestions['values']> {
  const bytes = await store.readers.details.read('values', { key, prefix });
  return (JSON.parse(Buffer.from(bytes).toString()) as ValueSuggestions).values;
}

const sum = (list: readonly number[]): number => list.reduce((total, n) => total + n, 0);

describe('the rate strip', () => {
  it.each([
    ['', 600, 150],
    ['status:500', 150, 150],
    ['event:message.delivered', 400, 100],
    ['payload.ccid:c-0', 200, 50],
  ])('counts everything that %j matches once', async (filter, total, failed) => {
    const store = await fill(`strip-${filter.replaceAll(/\W/g, '')}.hookloupe`);
    for (const buckets of [1, 7, 150, 1000]) {
      const { buckets: bars } = await histogram(store, filter, buckets);
      expect([buckets, sum(bars.map((bar) => bar.total)), sum(bars.map((bar) => bar.failed))]).toEqual([
        buckets,
        total,
        failed,
      ]);
    }
  });
});

describe('the counts beside the list', () => {
  it('are the same from the roll-ups as counted with a filter that matches everything', async () => {
    const store = await fill('facets.hookloupe');
    expect(await store.facets('size:>=0')).toEqual(await store.facets());
  });
});

describe('values offered while a filter is typed', () => {
  it('are those seen, most frequent first', async () => {
    const store = await fill('values.hookloupe');
    expect(await values(store, 'event', 'mess')).toEqual([{ value: 'message.delivered', count: 400 }]);
    expect((await values(store, 'status', '')).map(({ value }) => value)).toEqual(['200', '500']);
    expect(await values(store, 'ccid', 'c-')).toHaveLength(3);
    expect(await values(store, 'nothing', '')).toEqual([]);
  });
});

describe('a pattern that does not come back', () => {
  it('is ended once nobody waits for it, and what was asked behind it is answered', async () => {
    const store = await openTestStore(folder.path('pattern.hookloupe'));
    await store.append(capturedRequest('a'.repeat(60)));
    await store.derived();
    const gone = new AbortController();
    const filter = { filter: 'text:/(a|a)*b$/', zoneOffsetMinutes: 0 };
    const stuck = store.readers.scans.read('facets', filter, gone.signal);
    const behind = store.facets();
    gone.abort();
    await expect(stuck).rejects.toMatchObject({ code: 'QUERY_CANCELLED' });
    expect((await behind).total).toBe(1);
  });
});

describe('a scan that nobody waits for any more', () => {
  it('is given up', async () => {
    const store = await fill('cancelled.hookloupe');
    const gone = new AbortController();
    const scan = store.readers.scans.read('facets', { filter: '"no such text"', zoneOffsetMinutes: 0 }, gone.signal);
    gone.abort();
    await expect(scan).rejects.toMatchObject({ code: 'QUERY_CANCELLED' });
    expect((await store.facets()).total).toBe(600);
  });
});
