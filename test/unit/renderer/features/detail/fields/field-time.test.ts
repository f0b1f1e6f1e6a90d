import { describe, expect, it } from 'vitest';
import { readFieldTime } from '#renderer/features/detail/fields/field-time.ts';
import { decodedField } from '../decoded-field.ts';

describe('times among the fields', () => {
  it('reads ISO times and strings of Unix milliseconds', () => {
    expect(readFieldTime(decodedField('event_ts', '"2026-11-21T13:03:57.417Z"'))).toBe(1795266237417);
    expect(readFieldTime(decodedField('payload.date_submitted_at', '"1763730000123"'))).toBe(1763730000123);
  });

  it('takes a phone number for no time', () => {
    expect(readFieldTime(decodedField('payload.channel_addr', '"141555588901"'))).toBeNull();
  });
});
