import { describe, expect, it } from 'vitest';
import { createReceiverCounters } from '#engine/receiver/receiver-counters.ts';

describe('the counters of a receiver', () => {
  it('count the last 60 seconds, second by second', () => {
    let mono = 1_000_000;
    const counters = createReceiverCounters({ wallMs: () => 0, monoMs: () => mono });
    for (let i = 0; i < 10; i += 1) counters.countReceived();
    mono += 59_000;
    counters.countReceived();
    expect(counters.read()).toMatchObject({ received: 11, perMinute: 11 });
    mono += 1000;
    expect(counters.read().perMinute).toBe(1);
    mono += 3_600_000;
    expect(counters.read()).toMatchObject({ received: 11, perMinute: 0 });
  });
});
