import { describe, expect, it } from 'vitest';
import { durationBetween, formatGap, formatRelative } from '#renderer/features/detail/time-text.ts';

describe('times in the detail', () => {
  it('say how long ago with one unit', () => {
    const ages = [300, 4_200, 61_000, 664_000, 5 * 3_600_000, 3 * 86_400_000];
    expect(ages.map((ageMs) => formatRelative(0, ageMs))).toEqual([
      '0.3 s ago',
      '4.2 s ago',
      '61 s ago',
      '11 m ago',
      '5 h ago',
      '3 d ago',
    ]);
    expect(formatRelative(5_000, 0)).toBe('in 5.0 s');
  });

  it('show gaps between tries to a tenth of a second', () => {
    expect([58, 30_404, 61_106, 900_000].map(formatGap)).toEqual(['58 ms', '30.4 s', '61.1 s', '15 m 00 s']);
  });

  it('know no duration without both ends', () => {
    expect(durationBetween('2026-11-21T13:00:00.000Z', null)).toBeNull();
    expect(durationBetween('2026-11-21T13:00:00.000Z', '2026-11-21T13:00:01.500Z')).toBe(1500);
  });
});
