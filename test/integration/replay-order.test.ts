import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReplayableDelivery } from '#engine/store/store.ts';
import { createMemoryReplayStore } from '#test/support/memory-replay-store.ts';
import { startRecordingReceiver, type RecordingReceiver } from '#test/support/recording-receiver.ts';
import { createReplayHarness } from '#test/support/replay-harness.ts';

let receiver: RecordingReceiver;
beforeEach(async () => {
  receiver = await startRecordingReceiver((_request, response) => setTimeout(() => response.end(), 5));
});
afterEach(() => receiver.close());

const named = (count: number, fields: (index: number) => Partial<ReplayableDelivery> = () => ({})) =>
  Array.from({ length: count }, (_, index) => ({ body: Buffer.from(String(index + 1)), ...fields(index) }));

async function replay(deliveries: Partial<ReplayableDelivery>[], input: object) {
  const store = createMemoryReplayStore(deliveries);
  const harness = createReplayHarness(store);
  const end = await harness.run({ ...input, target: { url: receiver.url } });
  await harness.close();
  return { store, end, order: receiver.requests.map(({ body }) => Number(body.toString())) };
}

const gaps = () => receiver.requests.slice(1).map((r, i) => r.arrivedMono - (receiver.requests[i]?.arrivedMono ?? 0));

describe('the order of a replay', () => {
  it('is the order of arrival, whatever order the ids were given in', async () => {
    const { order } = await replay(named(30), { deliveryIds: [30, 2, 17, 5] });
    expect(order).toEqual([2, 5, 17, 30]);
  });

  it('is the order of event_ts when asked for', async () => {
    const { order } = await replay(
      named(5, (index) => ({ orderTsMs: 100 - index })),
      { order: 'event_ts' },
    );
    expect(order).toEqual([5, 4, 3, 2, 1]);
  });

  it('is shuffled the same way for the same seed', async () => {
    const first = await replay(named(20), { order: 'shuffle', seed: 7 });
    receiver.requests.length = 0;
    const second = await replay(named(20), { order: 'shuffle', seed: 7 });
    expect(second.order).toEqual(first.order);
    expect(first.order.toSorted((x, y) => x - y)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(first.order).not.toEqual(first.order.toSorted((x, y) => x - y));
  });

  it('sends a batch once, under the name of its first delivery', async () => {
    const { store, end } = await replay(
      named(4, (index) => ({ requestId: index < 3 ? 1 : 2 })),
      {},
    );
    expect(end).toMatchObject({ total: 2, sent: 2 });
    expect(store.shots.map(({ deliveryId }) => deliveryId)).toEqual([1, 4]);
  });
});

describe('the pace of a replay', () => {
  it('keeps the original gaps', async () => {
    const { order } = await replay(
      named(3, (index) => ({ receivedAtMs: [0, 80, 240][index] as number })),
      { pace: 'original' },
    );
    expect(order).toEqual([1, 2, 3]);
    const [first = 0, second = 0] = gaps();
    expect(first).toBeGreaterThan(40);
    expect(first + second).toBeGreaterThan(200);
  });

  it('spaces sends evenly for a rate', async () => {
    await replay(named(4), { pace: '20/s' });
    expect(gaps().reduce((sum, gap) => sum + gap, 0)).toBeGreaterThan(120);
  });
});

describe('the concurrency of a replay', () => {
  it('is one unless asked for', async () => {
    await replay(named(10), {});
    expect(receiver.mostOpen()).toBe(1);
  });

  it('opens as many sends as asked for and no more', async () => {
    const { order, end } = await replay(named(40), { concurrency: 4 });
    expect(receiver.mostOpen()).toBe(4);
    expect(new Set(order).size).toBe(40);
    expect(end).toMatchObject({ state: 'done', sent: 40, byStatus: { 200: 40 } });
  });
});
