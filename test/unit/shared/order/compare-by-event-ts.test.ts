import { describe, expect, it } from 'vitest';
import { compareByEventTs } from '#shared/order/compare-by-event-ts.ts';

describe('the order by event_ts', () => {
  it('takes the time of receipt where there is no event_ts, and arrival where times are equal', () => {
    const deliveries = [
      { id: 4, eventTsMs: 2000, receivedAtMs: 9000 },
      { id: 3, eventTsMs: null, receivedAtMs: 3000 },
      { id: 2, eventTsMs: 2000, receivedAtMs: 1 },
      { id: 1, eventTsMs: 1000, receivedAtMs: 9999 },
    ];
    expect(deliveries.toSorted(compareByEventTs).map(({ id }) => id)).toEqual([1, 2, 4, 3]);
  });
});
