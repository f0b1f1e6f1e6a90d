import { describe, expect, it } from 'vitest';
import { equalCiphertextFilter } from '#renderer/features/detail/fields/equal-filter.ts';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import { decodedField } from '../decoded-field.ts';

const encrypted = (source: string) => decodedField('payload.channel_sid', source, { encrypted: true });

describe('finding the same ciphertext', () => {
  it('asks for exactly this text in this field', () => {
    expect(equalCiphertextFilter(encrypted('"gAAA*B"'))).toBe('payload.channel_sid:="gAAA*B"');
  });

  it('can be understood whatever the ciphertext holds', () => {
    const filter = equalCiphertextFilter(encrypted(JSON.stringify('a"b\\c d')));
    expect(parseFilter(filter ?? '(').errors).toEqual([]);
  });

  it('does not compare a value that was cut, and no plain one', () => {
    expect(equalCiphertextFilter(encrypted('"gAAA'))).toBeNull();
    expect(equalCiphertextFilter(decodedField('payload.ccid', '"c-1"'))).toBeNull();
  });
});
