import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEventTime } from '#shared/envelope/event-time.ts';

describe('reading an event_ts', () => {
  it.each([
    ['2026-11-21T13:03:57.417Z', '2026-11-21T13:03:57.417Z'],
    ['2026-11-21T13:03:57Z', '2026-11-21T13:03:57.000Z'],
    ['2026-11-21T13:03:57.4Z', '2026-11-21T13:03:57.400Z'],
    ['2026-11-21T13:03:57.417999Z', '2026-11-21T13:03:57.417Z'],
    ['2026-11-21T14:03:57.417+01:00', '2026-11-21T13:03:57.417Z'],
    ['2026-11-21T08:33:57.417-0430', '2026-11-21T13:03:57.417Z'],
    ['2026-11-21T14:03:57+01', '2026-11-21T13:03:57.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ])('reads %s', (text, expected) => {
    expect(new Date(parseEventTime(text) ?? Number.NaN).toISOString()).toBe(expected);
  });

  it.each([
    '',
    'yesterday',
    '1795266237417',
    '2026-11-21',
    '2026-11-21T13:03Z',
    '2026-11-21T13:03:57',
    '2026-11-21 13:03:57Z',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T23:60:00Z',
    '2026-01-01T23:59:60Z',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00+01:60',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    ' 2026-11-21T13:03:57Z',
  ])('refuses %j', (text) => {
    expect(parseEventTime(text)).toBeNull();
  });

  it('reads back every time written as ISO 8601', () => {
    const date = fc.date({ min: new Date(0), max: new Date('2999-12-31T23:59:59.999Z'), noInvalidDate: true });
    fc.assert(
      fc.property(date, (at) => {
        expect(parseEventTime(at.toISOString())).toBe(at.getTime());
      }),
    );
  });
});
