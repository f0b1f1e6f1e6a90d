import { describe, expect, it } from 'vitest';
import { normalizeAddress, originOf, sourceAddressOf } from '#engine/receiver/provenance.ts';
import type { HeaderPair } from '#shared/http/header-pair.ts';

const forwarded = (...values: string[]): HeaderPair[] => values.map((value) => ['X-Forwarded-For', value]);
const mark = (value: string): HeaderPair[] => [['Hookloupe-Origin', value]];
const trusting = { trustLoopbackHop: true };

describe('the source address', () => {
  it.each([
    ['127.0.0.1', [], '127.0.0.1'],
    ['127.0.0.1', forwarded('52.73.72.6'), '52.73.72.6'],
    ['::1', forwarded('10.0.0.1, 52.73.72.6'), '52.73.72.6'],
    ['::ffff:127.0.0.1', forwarded('1.2.3.4', '9.9.9.9,52.73.72.6 '), '52.73.72.6'],
    ['127.0.0.1', forwarded('::FFFF:52.73.72.6'), '52.73.72.6'],
    ['127.0.0.1', forwarded('52.73.72.6, not an address'), '127.0.0.1'],
    ['127.0.0.1', forwarded(''), '127.0.0.1'],
    ['10.0.0.7', forwarded('52.73.72.6'), '10.0.0.7'],
    ['::ffff:10.0.0.7', [], '10.0.0.7'],
  ])('of a request from %s with %j is %s', (peer, headers, address) => {
    expect(sourceAddressOf(peer, headers, trusting)).toBe(address);
  });

  it('is the peer where no hop is trusted', () => {
    expect(sourceAddressOf('127.0.0.1', forwarded('52.73.72.6'), { trustLoopbackHop: false })).toBe('127.0.0.1');
  });

  it('reads without zone and in lower case', () => {
    expect(normalizeAddress('FE80::1%eth0')).toBe('fe80::1');
  });
});

describe('the origin mark', () => {
  it.each(['simulator', 'replay', 'self-test'] as const)('counts from this machine: %s', (origin) => {
    expect(originOf('127.0.0.1', mark(origin))).toBe(origin);
    expect(originOf('::1', mark(origin))).toBe(origin);
  });

  it('does not count from elsewhere, through a hop, or with an unknown value', () => {
    expect(originOf('10.0.0.7', mark('replay'))).toBe('platform');
    expect(originOf('127.0.0.1', [...mark('replay'), ...forwarded('1.2.3.4')])).toBe('platform');
    expect(originOf('127.0.0.1', mark('toString'))).toBe('platform');
    expect(originOf('127.0.0.1', [])).toBe('platform');
  });
});
