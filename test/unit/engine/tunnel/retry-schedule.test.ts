import { describe, expect, it } from 'vitest';
import { retryScheduleOf } from '#engine/tunnel/retry-schedule.ts';

const timing = { retryMinMs: 200, retryMaxMs: 30_000, waitMs: 60_000 };

describe('when a lost tunnel is tried again', () => {
  it('begins at a fifth of a second, doubles and stays at thirty seconds for as long as it takes', () => {
    const schedule = retryScheduleOf(timing);
    const delays = Array.from({ length: 12 }, () => schedule.next('retry'));
    expect(delays).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000, 30_000, 30_000]);
    expect(Array.from({ length: 2000 }, () => schedule.next('retry')).every((delay) => delay === 30_000)).toBe(true);
  });

  it('gives up after about a minute on what should pass by itself', () => {
    const schedule = retryScheduleOf(timing);
    let waitedMs = 0;
    for (let delay = schedule.next('wait'); delay !== null; delay = schedule.next('wait')) waitedMs += delay;
    expect(waitedMs).toBe(51_000);
  });

  it('does not try what only the user can change', () => {
    expect(retryScheduleOf(timing).next('stop')).toBeNull();
  });

  it('begins anew after a success', () => {
    const schedule = retryScheduleOf(timing);
    for (let count = 0; count < 20; count += 1) schedule.next('wait');
    schedule.reset();
    expect(schedule.next('wait')).toBe(200);
  });
});
