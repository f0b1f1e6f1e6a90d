import { describe, expect, it } from 'vitest';
import type { DeliveryItem } from '#shared/protocol/delivery.ts';
import { capturedRequest } from '#test/support/captured-request.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';
import { openTestStore, type TestStore } from '#test/support/test-store.ts';

const folder = useTempFolder();
const COUNT = 500;

/** Arrivals whose event_ts jumps about, some without one, every seventh answered 500. */
async function fillStore(name: string): Promise<TestStore> {
  const store = await openTestStore(folder.path(name));
  for (let i = 0; i < COUNT; i += 1) {
    const receivedAtMs = Date.UTC(2026, 10, 21, 13) + i * 1000;
    const eventTs = i % 11 === 0 ? undefined : new Date(receivedAtMs - ((i * 7919) % 90) * 1000).toISOString();
    const body = JSON.stringify({
      event_id: `e${i}`,
      event_name: i % 2 ? 'message.delivered' : 'x.y',
      event_ts: eventTs,
      payload: { n: i },
    });
    const status = i % 7 === 0 ? 500 : 200;
    void store.append(
      capturedRequest(body, { receivedAtMs, answer: { action: 'respond', status, decidedBy: 'override' } }),
    );
  }
  await store.append(capturedRequest('not json', { receivedAtMs: Date.UTC(2026, 10, 21, 14) }));
  await store.derived();
  return store;
}

function sorted(items: readonly DeliveryItem[], order: 'arrival' | 'event_ts', dir: 'asc' | 'desc'): number[] {
  const key = (item: DeliveryItem): number =>
    order === 'arrival' ? item.id : Date.parse(item.eventTs ?? item.receivedAt);
  const ascending = items.toSorted((a, b) => key(a) - key(b) || a.id - b.id).map(({ id }) => id);
  return dir === 'asc' ? ascending : ascending.toReversed();
}

describe('a page of the list', () => {
  const filters = ['', '-status:200', 'event:message.delivered', 'payload.n:>=100'];
  const orders = ['arrival', 'event_ts'] as const;
  const directions = ['asc', 'desc'] as const;

  it('is the same slice of the whole, however it is asked for', async () => {
    const store = await fillStore('pages.hookloupe');
    const all = (await store.page({ limit: 1000 })).items;
    expect(all).toHaveLength(COUNT + 1);
    const matching: Record<string, readonly DeliveryItem[]> = {
      '': all,
      '-status:200': all.filter(({ answer }) => answer.status !== 200),
      'event:message.delivered': all.filter(({ eventName }) => eventName === 'message.delivered'),
      'payload.n:>=100': all.filter(({ eventId }) => Number(eventId?.slice(1)) >= 100),
    };
    for (const filter of filters) {
      for (const order of orders) {
        for (const dir of directions) {
          const expected = sorted(matching[filter] ?? [], order, dir);
          const offset = Math.floor(expected.length * 0.6);
          const page = await store.page({ filter, order, dir, offset, limit: 40 });
          expect({ filter, order, dir, total: page.total }).toEqual({ filter, order, dir, total: expected.length });
          expect(page.items.map(({ id }) => id)).toEqual(expected.slice(offset, offset + 40));
          expect(await readByCursor(store, { filter, order, dir })).toEqual(expected);
        }
      }
    }
  });

  it('shows new rows of a filter at once and drops rows that stopped matching', async () => {
    const store = await openTestStore(folder.path('fresh.hookloupe'));
    const ts = (second: number): string => new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString();
    const send = async (id: string, second: number): Promise<void> => {
      const payload = { notification_id: 'ntf-1' };
      await store.append(
        capturedRequest(JSON.stringify({ event_id: id, event_name: 'a.b', event_ts: ts(second), payload })),
      );
      await store.derived();
    };
    await send('newer', 9);
    expect((await store.page({ filter: '-is:early' })).total).toBe(1);
    await send('older', 1);
    await expect
      .poll(async () => (await store.page({ filter: '-is:early' })).items.map(({ eventId }) => eventId), {
        timeout: 10_000,
      })
      .toEqual(['older']);
  });

  it('reads times without a zone in the zone it is given', async () => {
    const store = await openTestStore(folder.path('zone.hookloupe'));
    await store.append(capturedRequest('{}', { receivedAtMs: Date.UTC(2026, 10, 21, 13, 30) }));
    await store.derived();
    const filter = 'received:>=2026-11-21T14:00';
    expect((await store.page({ filter })).total).toBe(0);
    expect((await store.page({ filter, zoneOffsetMinutes: 60 })).total).toBe(1);
  });

  it('says what is wrong with a filter and where', async () => {
    const store = await openTestStore(folder.path('wrong.hookloupe'));
    await expect(store.page({ filter: 'status:>=abc' })).rejects.toMatchObject({ code: 'FILTER_INVALID' });
  });

  it('refuses a cursor that no page gave', async () => {
    const store = await openTestStore(folder.path('cursor.hookloupe'));
    await expect(store.page({ cursor: "1' OR 1" })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });
});

async function readByCursor(
  store: TestStore,
  query: { filter: string; order: 'arrival' | 'event_ts'; dir: 'asc' | 'desc' },
): Promise<number[]> {
  const ids: number[] = [];
  let cursor: string | null = null;
  do {
    const page = await store.page({ ...query, limit: 70, ...(cursor === null ? {} : { cursor }) });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}
