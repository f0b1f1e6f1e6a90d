import { describe, expect, it } from 'vitest';
import { parseAllowed, parseKnownAddresses, toAddressConfig } from '#cli/flags/address-flags.ts';

describe('the flags about source addresses', () => {
  it('add up, one at a time or with commas', () => {
    const first = parseKnownAddresses('staging=1.2.3.4, production=10.0.0.0/8');
    expect(parseKnownAddresses('staging=2001:db8::1', first)).toEqual([
      { address: '1.2.3.4', environment: 'staging' },
      { address: '10.0.0.0/8', environment: 'production' },
      { address: '2001:db8::1', environment: 'staging' },
    ]);
    expect(parseAllowed('::1', parseAllowed('1.2.3.4,10.0.0.0/8'))).toEqual(['1.2.3.4', '10.0.0.0/8', '::1']);
  });

  it.each(['1.2.3.4', 'other=1.2.3.4', 'staging=', 'staging=example.com', 'staging=1.2.3.4,', 'staging=1.2.3.4/33'])(
    'refuse --known-address %s and say what is allowed',
    (text) => {
      expect(() => parseKnownAddresses(text)).toThrow(/^Allowed: staging= or production=, and then an IPv4/);
    },
  );

  it.each(['', 'example.com', '1.2.3.4,'])('refuse --allow %j and say what is allowed', (text) => {
    expect(() => parseAllowed(text)).toThrow(/^Allowed: an IPv4 or IPv6 address/);
  });

  it('enforce where somebody is allowed and nothing else is said; else leave it to others', () => {
    expect(toAddressConfig({})).toEqual({});
    expect(toAddressConfig({ allow: ['1.2.3.4'] })).toEqual({ allowList: { mode: 'enforce', addresses: ['1.2.3.4'] } });
    expect(toAddressConfig({ allowMode: 'shadow' })).toEqual({ allowList: { mode: 'shadow', addresses: [] } });
    expect(toAddressConfig({ allow: ['1.2.3.4'], allowMode: 'off' }).allowList?.mode).toBe('off');
  });
});
