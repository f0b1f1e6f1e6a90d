import { describe, expect, it } from 'vitest';
import { copyTextOf, readValue } from '#renderer/features/detail/fields/value-reading.ts';

describe('reading a value from its source text', () => {
  it('tells absent, null and the empty string apart', () => {
    expect([readValue(null), readValue('null'), readValue('""')].map(({ form }) => form)).toEqual([
      'absent',
      'null',
      'empty-string',
    ]);
  });

  it('quotes strings that look like another value', () => {
    const quoted = ['"null"', '"true"', '"1763730000000"', '" padded"'].map((source) => readValue(source));
    expect(quoted).toMatchObject(quoted.map(() => ({ form: 'string', quoted: true })));
    expect(readValue('"sms"')).toEqual({ form: 'string', text: 'sms', quoted: false });
  });

  it('tells ciphertext from text, and its length', () => {
    expect(readValue('"gAAAAAB"', true)).toEqual({ form: 'encrypted', length: 7, text: 'gAAAAAB' });
    expect(readValue('null', true)).toEqual({ form: 'null' });
    expect(readValue('""', true)).toEqual({ form: 'empty-string' });
  });

  it('shows what is there of a source that was cut', () => {
    expect(readValue('"abc')).toEqual({ form: 'cut', text: '"abc' });
  });

  it('copies a string without quotes and anything else as its source', () => {
    expect(['"a\\nb"', '12', 'null', '""', '[1]'].map((source) => copyTextOf(source))).toEqual([
      'a\nb',
      '12',
      'null',
      '',
      '[1]',
    ]);
  });
});
