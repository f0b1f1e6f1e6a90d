import { isIP } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLoopbackAddress, normalizeAddress, parseIpRange } from '#shared/http/ip-range.ts';

describe('an address or a network', () => {
  it.each([
    ['52.73.72.6', { family: 4, address: '52.73.72.6', prefix: 32 }],
    [' 10.0.0.0/8 ', { family: 4, address: '10.0.0.0', prefix: 8 }],
    ['0.0.0.0/0', { family: 4, address: '0.0.0.0', prefix: 0 }],
    ['2001:DB8::1', { family: 6, address: '2001:db8::1', prefix: 128 }],
    ['2001:db8::/32', { family: 6, address: '2001:db8::', prefix: 32 }],
    ['::', { family: 6, address: '::', prefix: 128 }],
    ['::ffff:52.73.72.6', { family: 4, address: '52.73.72.6', prefix: 32 }],
    ['::ffff:3449:4806', { family: 4, address: '52.73.72.6', prefix: 32 }],
    ['::ffff:10.0.0.0/104', { family: 4, address: '10.0.0.0', prefix: 8 }],
    ['::ffff:0:0/90', { family: 6, address: '::ffff:0:0', prefix: 90 }],
  ])('%s is read', (text, range) => {
    expect(parseIpRange(text)).toEqual(range);
  });

  it.each([
    '',
    'unknown',
    'hooks.example.com',
    '256.1.1.1',
    '01.2.3.4',
    '1.2.3',
    '1.2.3.4/33',
    '1.2.3.4/08',
    '1.2.3.4/',
    '1.2.3.4:80',
    '::1/129',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8::',
    '1.2.3.4::',
    ':::',
    '12345::',
    'fe80::1%eth0',
    '[::1]',
  ])('%j is none', (text) => {
    expect(parseIpRange(text)).toBeNull();
  });

  it('is an address exactly where the operating system takes it for one', () => {
    const piece = fc.constantFrom(
      '0',
      '1',
      'f',
      'ffff',
      '10',
      '255',
      '256',
      '01',
      ':',
      '::',
      '.',
      '1.2.3.4',
      'g',
      '00000',
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      fc.ipV4(),
      fc.ipV6(),
    );
    fc.assert(
      fc.property(text, (address) => {
        expect(parseIpRange(address) !== null).toBe(isIP(address) !== 0);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('an address as it is compared', () => {
  it.each([
    ['FE80::1%eth0', 'fe80::1'],
    ['::FFFF:52.73.72.6', '52.73.72.6'],
    ['::ffff:7f00:1', '127.0.0.1'],
    ['0:0:0:0:0:ffff:a00:7', '10.0.0.7'],
    ['', ''],
    ['Unknown', 'unknown'],
  ])('of %j is %j', (text, address) => {
    expect(normalizeAddress(text)).toBe(address);
  });

  it.each([
    ['127.0.0.1', true],
    ['127.255.0.9', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['128.0.0.1', false],
    ['127.0.0.1.example.com', false],
    ['::2', false],
  ])('%s belongs to this machine: %s', (address, isOwn) => {
    expect(isLoopbackAddress(address)).toBe(isOwn);
  });
});
