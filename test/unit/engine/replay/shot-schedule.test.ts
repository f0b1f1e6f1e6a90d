import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toShotSchedule } from '#engine/replay/shot-schedule.ts';
import type { ReplayPlanEntry } from '#engine/store/store.ts';

/** Arrivals at the times given, with event times that run backwards. */
const arrivals = (...receivedAtMs: number[]): ReplayPlanEntry[] =>
  receivedAtMs.map((atMs, index) => ({
    deliveryId: index + 1,
    requestId: index + 1,
    receivedAtMs: atMs,
    orderTsMs: 1000 - index * 10,
  }));
const schedule = (plan: ReplayPlanEntry[], pace: string, order: 'arrival' | 'event_ts' | 'shuffle' = 'arrival') =>
  toShotSchedule(plan, { order, pace, seed: 1 });
const due = (plan: ReplayPlanEntry[], pace: string) => schedule(plan, pace).map(({ dueMs }) => dueMs);

describe('the schedule of a replay', () => {
  it.each([
    ['fast', [0, 0, 0]],
    ['original', [0, 100, 400]],
    ['x4', [0, 25, 100]],
    ['x0.5', [0, 200, 800]],
    ['10/s', [0, 100, 200]],
    ['0.5/s', [0, 2000, 4000]],
  ])('spaces sends at pace %s', (pace, expected) => {
    expect(due(arrivals(5000, 5100, 5400), pace)).toEqual(expected);
  });

  it('uses the gaps between event times in the order of event times', () => {
    expect(schedule(arrivals(0, 1, 2), 'original', 'event_ts')).toEqual([
      { deliveryId: 3, dueMs: 0 },
      { deliveryId: 2, dueMs: 10 },
      { deliveryId: 1, dueMs: 20 },
    ]);
  });

  it('keeps the rhythm of the arrivals when shuffled', () => {
    expect(schedule(arrivals(0, 10, 40), 'original', 'shuffle').map(({ dueMs }) => dueMs)).toEqual([0, 10, 40]);
  });

  it('leaves no gap where the clock was set back', () => {
    expect(due(arrivals(1000, 400, 500), 'original')).toEqual([0, 0, 100]);
  });

  it.each(['x0', '0/s', 'x0.0'])('refuses the pace %s, which would never send', (pace) => {
    expect(() => schedule(arrivals(1), pace)).toThrow(/never sends/);
  });

  it('sends every request once, whatever the order and the batches', () => {
    const entry = fc.record({ requestId: fc.nat({ max: 9 }), receivedAtMs: fc.nat(), orderTsMs: fc.nat() });
    const plans = fc.array(entry).map((entries) => entries.map((e, index) => ({ ...e, deliveryId: index + 1 })));
    fc.assert(
      fc.property(plans, fc.constantFrom('arrival', 'event_ts', 'shuffle'), (plan, order) => {
        const shots = schedule(plan, 'original', order);
        const firsts = plan.filter((e, index) => plan.findIndex((other) => other.requestId === e.requestId) === index);
        expect(shots.map(({ deliveryId }) => deliveryId).toSorted((x, y) => x - y)).toEqual(
          firsts.map(({ deliveryId }) => deliveryId),
        );
        expect(shots.every(({ dueMs }, index) => dueMs >= (shots[index - 1]?.dueMs ?? 0))).toBe(true);
      }),
    );
  });
});
