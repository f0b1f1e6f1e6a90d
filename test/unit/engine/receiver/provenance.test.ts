import { describe, expect, it } from 'vitest';
import { createProvenance, type AddressSettings, type RequestSource } from '#engine/receiver/provenance.ts';
import { sourceAddressOf } from '#engine/receiver/source-address.ts';
import type { HeaderPair } from '#shared/http/header-pair.ts';
import { toOriginMark } from '#shared/protocol/own-traffic.ts';

const forwarded = (...values: string[]): HeaderPair[] => values.map((value) => ['X-Forwarded-For', value]);
const secret = 'secret-of-this-run';

function judge(peer: string, headers: readonly HeaderPair[], settings: Partial<AddressSettings> = {}): RequestSource {
  return createProvenance({ markSecret: secret, ...settings }).judge(peer, headers, 0);
}

describe('the source address', () => {
  it.each([
    ['127.0.0.1', [], '127.0.0.1'],
    ['127.0.0.1', forwarded('52.73.72.6'), '52.73.72.6'],
    ['::1', forwarded('10.0.0.1, 52.73.72.6'), '52.73.72.6'],
    ['::ffff:127.0.0.1', forwarded('1.2.3.4', '9.9.9.9,52.73.72.6 '), '52.73.72.6'],
    ['127.0.0.1', forwarded('52.73.72.6', '1.2.3.4'), '1.2.3.4'],
    ['127.0.0.1', forwarded('::FFFF:52.73.72.6'), '52.73.72.6'],
    ['127.0.0.1', forwarded('52.73.72.6:51234'), '52.73.72.6'],
    ['127.0.0.1', forwarded('[2001:DB8::7]:443'), '2001:db8::7'],
    ['127.0.0.1', forwarded('[2001:db8::7]'), '2001:db8::7'],
    ['127.0.0.1', forwarded('2001:db8::7'), '2001:db8::7'],
    ['127.0.0.1', forwarded('1.2.3.4, unknown'), '127.0.0.1'],
    ['127.0.0.1', forwarded('52.73.72.6, not an address'), '127.0.0.1'],
    ['127.0.0.1', forwarded('52.73.72.6, '), '127.0.0.1'],
    ['127.0.0.1', forwarded('52.73.72.6:80:80'), '127.0.0.1'],
    ['127.0.0.1', forwarded(''), '127.0.0.1'],
    ['127.0.0.1', [['Forwarded', 'for=52.73.72.6']] as const, '127.0.0.1'],
    ['10.0.0.7', forwarded('52.73.72.6'), '10.0.0.7'],
    ['::ffff:10.0.0.7', [], '10.0.0.7'],
    ['', [], ''],
  ])('of a request from %j with %j is %s', (peer, headers, address) => {
    expect(sourceAddressOf(peer, headers)).toBe(address);
  });
});

describe('the environment', () => {
  it.each([
    ['50.112.172.205', 'staging'],
    ['52.73.72.6', 'production'],
    ['::ffff:52.73.72.6', 'production'],
    ['52.73.72.60', 'other'],
    ['', 'other'],
  ])('of %j by the specification is %s', (peer, environment) => {
    expect(judge(peer, []).environment).toBe(environment);
  });

  it.each([
    ['10.1.2.3', 'staging'],
    ['10.2.0.1', 'production'],
    ['11.0.0.1', 'other'],
    ['2001:db8:1::5', 'staging'],
    ['2001:db8:2::5', 'other'],
    ['9.9.9.9', 'staging'],
    ['52.73.72.6', 'other'],
  ])('of %s by addresses and networks of one’s own is %s', (peer, environment) => {
    const addresses: AddressSettings['addresses'] = [
      { address: '10.1.2.3/8', environment: 'staging' },
      { address: '10.2.0.0/16', environment: 'production' },
      { address: '2001:db8:1::/48', environment: 'staging' },
      { address: '::ffff:9.9.9.9', environment: 'staging' },
    ];
    expect(judge(peer, [], { addresses }).environment).toBe(environment);
  });

  it('is not changed by what a sender on the net writes about itself', () => {
    const forged: HeaderPair[] = [
      ...forwarded('52.73.72.6'),
      ['Forwarded', 'for=52.73.72.6'],
      ['X-Real-IP', '52.73.72.6'],
    ];
    expect(judge('203.0.113.9', forged)).toMatchObject({ sourceAddress: '203.0.113.9', environment: 'other' });
    expect(judge('127.0.0.1', forwarded('52.73.72.6, 203.0.113.9'))).toMatchObject({ environment: 'other' });
  });
});

describe('the mark of own traffic', () => {
  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
    'counts from this machine (%s), and its secret is not kept',
    (peer) => {
      const source = judge(peer, [['Host', 'x'], toOriginMark('replay', secret), ['hookloupe-replay', '1/2']]);
      expect(source.origin).toBe('replay');
      expect(source.rawHeaders).toEqual([
        ['Host', 'x'],
        ['hookloupe-origin', 'replay'],
        ['hookloupe-replay', '1/2'],
      ]);
    },
  );

  it.each<[string, string, HeaderPair[]]>([
    ['with another secret', '127.0.0.1', [toOriginMark('replay', `${secret}x`)]],
    ['without a secret', '127.0.0.1', [toOriginMark('replay', null)]],
    ['of the platform', '127.0.0.1', [['hookloupe-origin', `platform;${secret}`]]],
    ['of nobody', '127.0.0.1', [['hookloupe-origin', `toString;${secret}`]]],
  ])('does not count %s, and stays as it is', (_case, peer, headers) => {
    expect(judge(peer, headers)).toMatchObject({ origin: 'platform', rawHeaders: headers });
  });

  it.each<[string, string, HeaderPair[]]>([
    ['from elsewhere', '203.0.113.9', []],
    ['through a hop', '127.0.0.1', forwarded('1.2.3.4')],
    ['through a hop that says nothing', '127.0.0.1', forwarded('')],
  ])('does not count %s even with our secret, which is not kept either', (_case, peer, headers) => {
    const { origin, rawHeaders } = judge(peer, [...headers, ['HOOKLOUPE-ORIGIN', `simulator;${secret}`]]);
    expect(origin).toBe('platform');
    expect(rawHeaders).toEqual([...headers, ['HOOKLOUPE-ORIGIN', 'simulator']]);
  });

  it('is not found by guessing where no secret was given', () => {
    const provenance = createProvenance();
    for (const guess of ['undefined', 'null', '']) {
      expect(provenance.judge('127.0.0.1', [['hookloupe-origin', `replay;${guess}`]], 0).origin).toBe('platform');
    }
  });
});

describe('the allow-list', () => {
  const listOf = (mode: AddressSettings['allowList']['mode'], ...addresses: string[]) => ({
    allowList: { mode, addresses },
  });

  it.each([
    ['off', '203.0.113.9', null, false],
    ['shadow', '203.0.113.9', false, false],
    ['shadow', '10.3.0.1', true, false],
    ['enforce', '203.0.113.9', false, true],
    ['enforce', '10.3.0.1', true, false],
    ['enforce', '52.73.72.6', false, true],
  ] as const)('%s, of %s: allowed %s, refused %s', (mode, peer, allowed, refused) => {
    expect(judge(peer, [], listOf(mode, '10.0.0.0/8'))).toMatchObject({ allowed, refused });
  });

  it('is the known addresses where it is empty', () => {
    expect(judge('52.73.72.6', [], listOf('enforce')).allowed).toBe(true);
    expect(judge('10.3.0.1', [], listOf('enforce')).allowed).toBe(false);
    const addresses = [{ address: '10.0.0.0/8', environment: 'staging' as const }];
    expect(judge('10.3.0.1', [], { addresses, ...listOf('enforce') }).allowed).toBe(true);
  });

  it('does not ask about own traffic, and refuses who only says that it is', () => {
    expect(judge('127.0.0.1', [toOriginMark('simulator', secret)], listOf('enforce'))).toMatchObject({
      allowed: null,
      refused: false,
    });
    expect(judge('127.0.0.1', [toOriginMark('simulator', null)], listOf('enforce')).refused).toBe(true);
  });
});

describe('what is known of addresses', () => {
  it('changes from one request to the next, each part on its own', () => {
    const provenance = createProvenance();
    provenance.change({ allowList: { mode: 'enforce', addresses: [] } });
    expect(provenance.judge('10.0.0.1', [], 0)).toMatchObject({ environment: 'other', refused: true });
    provenance.change({ addresses: [{ address: '10.0.0.1', environment: 'production' }] });
    expect(provenance.judge('10.0.0.1', [], 0)).toMatchObject({ environment: 'production', refused: false });
    expect(provenance.settings().allowList.mode).toBe('enforce');
  });

  it('stays as it was when one address is none, which is told in one line', () => {
    const provenance = createProvenance();
    const before = provenance.settings();
    const addresses = [{ address: '300.1.2.3', environment: 'staging' as const }];
    expect(() => provenance.change({ addresses })).toThrow(/^'300\.1\.2\.3' is no address\. Give an IPv4.*$/);
    const allowList = { mode: 'enforce' as const, addresses: ['10.0.0.0/8', 'example.com'] };
    expect(() => provenance.change({ allowList })).toThrow(expect.objectContaining({ code: 'USAGE_INVALID' }));
    expect(provenance.settings()).toEqual(before);
    expect(provenance.judge('10.0.0.1', [], 0).refused).toBe(false);
  });

  it('says when production last sent something, and never counts own traffic', () => {
    const provenance = createProvenance({
      markSecret: secret,
      addresses: [{ address: '127.0.0.1', environment: 'production' }],
    });
    provenance.judge('127.0.0.1', [toOriginMark('replay', secret)], 5);
    expect(provenance.lastProductionAtMs()).toBeNull();
    provenance.judge('127.0.0.1', [], 7);
    provenance.judge('127.0.0.1', [], 6); // its body took longer to come
    provenance.judge('10.0.0.1', [], 9);
    expect(provenance.lastProductionAtMs()).toBe(7);
  });
});
