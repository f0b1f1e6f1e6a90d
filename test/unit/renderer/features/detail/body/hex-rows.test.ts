import { describe, expect, it } from 'vitest';
import { countHexRows, readHexRow } from '#renderer/features/detail/body/hex-rows.ts';

describe('the hex view', () => {
  it('writes sixteen bytes a row with their ASCII, dots for the rest', () => {
    const body = new TextEncoder().encode('{"a":"é"}\r\n012345');
    expect(readHexRow(body, 0)).toEqual({
      offset: '000000',
      bytes: ['7b', '22', '61', '22', '3a', '22', 'c3', 'a9', '22', '7d', '0d', '0a', '30', '31', '32', '33'],
      ascii: '{"a":".."}..0123',
    });
    expect(readHexRow(body, 1)).toEqual({ offset: '000010', bytes: ['34', '35'], ascii: '45' });
  });

  it('has a last row for the rest', () => {
    expect([0, 1, 16, 17].map(countHexRows)).toEqual([0, 1, 1, 2]);
  });
});
