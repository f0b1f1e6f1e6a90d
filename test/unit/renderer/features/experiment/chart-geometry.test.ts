import { describe, expect, it } from 'vitest';
import { toChart } from '#renderer/features/experiment/report/chart-geometry.ts';
import { reportedEvent } from './listed-experiment.ts';

describe('the chart of attempts', () => {
  it('puts attempts on one scale, and names the gaps that have room', () => {
    const chart = toChart([reportedEvent([0, 100, 5_000, 10_000])]);
    const marks = chart?.lanes[0]?.marks ?? [];
    const [first, , third, last] = marks.map(({ x }) => x) as [number, number, number, number];
    expect((third - first) / (last - first)).toBeCloseTo(0.5);
    expect(marks.map(({ gap }) => gap?.ms ?? null)).toEqual([null, null, 4_900, 5_000]);
    expect(chart?.ticks.map(({ atMs }) => atMs)).toEqual([0, 2_000, 4_000, 6_000, 8_000, 10_000]);
  });

  it('has a lane for each event, and a bar where the sender waited', () => {
    const waited = reportedEvent([0, 1_000]);
    const attempts = waited.attempts.map((attempt) => ({ ...attempt, answer: 'timeout', waitedMs: 700 }));
    const chart = toChart([{ ...waited, attempts }, reportedEvent([0, 500], { eventId: 'e-2' })]);
    expect(chart?.spanMs).toBe(1_700);
    expect(chart?.lanes.map(({ marks }) => marks.map(({ heldTo }) => heldTo !== null))).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(
      Math.max(...(chart?.lanes ?? []).flatMap(({ marks }) => marks.map(({ heldTo }) => heldTo ?? 0))),
    ).toBeLessThan(chart?.width ?? 0);
  });

  it('is not drawn while there is nothing to measure', () => {
    expect(toChart([])).toBeNull();
    expect(toChart([reportedEvent([0])])).toBeNull();
  });
});
