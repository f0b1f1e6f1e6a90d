import { describe, expect, it } from 'vitest';
import { environmentOf } from '#shared/spec/known-addresses.ts';

describe('the environment of a source address', () => {
  it('knows the two documented addresses, also mapped into IPv6', () => {
    expect(environmentOf('50.112.172.205')).toBe('staging');
    expect(environmentOf('52.73.72.6')).toBe('production');
    expect(environmentOf('::ffff:52.73.72.6')).toBe('production');
    expect(environmentOf('::FFFF:50.112.172.205')).toBe('staging');
  });

  it('calls everything else other', () => {
    for (const address of ['', '127.0.0.1', '52.73.72.60', '::1', 'unknown'])
      expect(environmentOf(address)).toBe('other');
  });
});
