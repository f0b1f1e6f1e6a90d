import { describe, expect, it } from 'vitest';
import { toAnswerLook, toFacetAnswer } from '#renderer/ui/answer-pill.tsx';
import { formatBytes, formatCount, formatDuration, formatShortCount } from '#renderer/ui/format-amount.ts';
import { formatClock, formatDateTime } from '#renderer/ui/format-time.ts';

describe('amounts on the screen', () => {
  it('are short where there is little room', () => {
    expect([0, 803, 2911, 18_230, 188_210, 999_700, 1_250_000].map(formatShortCount)).toEqual([
      '0',
      '803',
      '2.9k',
      '18.2k',
      '188k',
      '1.0M',
      '1.3M',
    ]);
    expect(formatCount(412_806)).toBe('412,806');
  });

  it('say a span of time in the unit it is thought of', () => {
    expect([12, 900, 5100, 41_000, 151_000, 3_720_000, 7_500_000, 273_600_000].map(formatDuration)).toEqual([
      '12 ms',
      '0.9 s',
      '5.1 s',
      '41 s',
      '2 m 31 s',
      '62 m 00 s',
      '2 h 05 m',
      '3 d 04 h',
    ]);
    expect(formatDuration(-300)).toBe('−0.3 s');
  });

  it('say sizes in powers of a thousand', () => {
    expect([512, 1400, 1_900_000_000].map(formatBytes)).toEqual(['512 B', '1.4 kB', '1.9 GB']);
  });
});

describe('times on the screen', () => {
  it('are cut from the wire in UTC, to the millisecond', () => {
    expect(formatClock('2026-11-21T13:03:57.417Z', 'utc')).toBe('13:03:57.417');
    expect(formatDateTime('2026-11-21T13:03:57.417Z', 'utc')).toBe('2026-11-21 13:03:57.417 UTC');
  });

  it('keep their milliseconds in the local zone', () => {
    expect(formatClock('2026-11-21T13:03:57.007Z', 'local')).toMatch(/^\d\d:\d\d:57\.007$/);
  });
});

describe('an answer on the screen', () => {
  it('has an icon and a word besides its colour', () => {
    const looks = ['200', '401', '500', 'timeout', 'reset', '400'].map((key) => toAnswerLook(toFacetAnswer(key)));
    expect(looks.map(({ icon, label }) => `${icon} ${label}`)).toEqual([
      'check 200',
      'ban 401',
      'cross 500',
      'clock T/O',
      'unplugged reset',
      'dot 400',
    ]);
  });
});
