import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findInversions, type OrderedDelivery } from '#shared/order/find-inversions.ts';
import { capturedRequest } from '#test/support/captured-request.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';
import { openTestStore } from '#test/support/test-store.ts';

const folder = useTempFolder();
const baseMs = Date.UTC(2026, 10, 21, 12);

interface Arrival {
  event: number;
  second: number | null;
  notification: number;
  phone: number;
  origin: 'platform' | 'simulator';
}

const arrivals = fc.array(
  fc.record<Arrival>({
    event: fc.integer({ min: 1, max: 12 }),
    second: fc.option(fc.integer({ min: 0, max: 8 }), { freq: 8 }),
    notification: fc.integer({ min: 1, max: 3 }),
    phone: fc.integer({ min: 1, max: 2 }),
    origin: fc.constantFrom('platform', 'simulator'),
  }),
  { minLength: 1, maxLength: 40 },
);

/** `run` keeps the entities of one run apart from those of another in the same store. */
function toBody(run: number, { event, second, notification, phone }: Arrival): string {
  return JSON.stringify({
    event_id: `event-${run}-${event}`,
    event_name: 'notification.attempted',
    ...(second === null ? {} : { event_ts: new Date(baseMs + second * 1000).toISOString() }),
    payload: { notification_id: `ntf-${run}-${notification}`, channel_addr: `phone-${run}-${phone}` },
  });
}

/** What the store should find, by the reference in shared/order. */
function toReference(firstId: number, list: readonly Arrival[]): OrderedDelivery[] {
  const attempts = new Map<string, number>();
  return list.map((arrival, i) => {
    const event = `${arrival.origin} ${arrival.event}`;
    const attempt = (attempts.get(event) ?? 0) + 1;
    attempts.set(event, attempt);
    return {
      id: firstId + i,
      origin: arrival.origin,
      attempt,
      orderTsMs: arrival.second === null ? null : baseMs + arrival.second * 1000,
      references: [
        { entity: 'notification', value: `ntf-${arrival.notification}` },
        { entity: 'phone', value: `phone-${arrival.phone}` },
      ],
    };
  });
}

describe('early and late marks', () => {
  it('are what comparing all arrivals with each other would give, for any order of arrival', async () => {
    const store = await openTestStore(folder.path('order.hookloupe'));
    let run = 0;
    let outOfOrder = 0;
    await fc.assert(
      fc.asyncProperty(arrivals, async (list) => {
        run += 1;
        const firstId = store.progress().requests + 1;
        await Promise.all(
          list.map((arrival) => store.append(capturedRequest(toBody(run, arrival), { origin: arrival.origin }))),
        );
        await store.derived();
        const { items } = await store.page({ offset: firstId - 1, limit: 1000 });
        const reference = toReference(firstId, list);
        const expected = findInversions(reference);
        expect(items.map(({ id, early, late }) => [id, { early, late }])).toEqual([...expected]);
        expect(items.map(({ attempt }) => attempt)).toEqual(reference.map(({ attempt }) => attempt));
        outOfOrder += [...expected.values()].filter(({ early, late }) => early || late).length;
        expect((await store.facets()).views['out-of-order'] ?? 0).toBe(outOfOrder);
      }),
      { numRuns: 100 },
    );
  });
});
