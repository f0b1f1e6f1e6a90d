import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCredential } from '#engine/store/derived/credential.ts';
import type { DerivedCredential } from '#engine/store/worker-messages.ts';
import type { HeaderPair } from '#shared/http/header-pair.ts';

const credentialOf = (...rawHeaders: HeaderPair[]): DerivedCredential | null =>
  readCredential({ rawHeaders, origin: 'platform', decidedBy: 'default' });
const authorization = (value: string): HeaderPair => ['Authorization', value];
const digestOf = (value: string): Uint8Array => Uint8Array.from(createHash('sha256').update(value).digest());
const jwt = (claims: unknown): string =>
  ['{"alg":"HS256"}', JSON.stringify(claims), 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.');

describe('the credential of a request', () => {
  it.each([
    ['basic dTpw', 'basic', 'basic dTpw'],
    ['Basic  dTpw', 'basic', 'basic dTpw'],
    ['token-1', 'bearer', 'bearer token-1'],
    ['Bearer token-1', 'bearer', 'bearer token-1'],
    ['bEARER   token-1 ', 'bearer', 'bearer token-1'],
    ['Digest username="u"', 'other', 'other Digest username="u"'],
  ])('%j is of scheme %s', (value, scheme, hashed) => {
    expect(credentialOf(authorization(value))).toEqual({
      digest: digestOf(hashed),
      scheme,
      issuedAt: null,
      expiresAt: null,
      subject: null,
    });
  });

  it('is the API key where there is no Authorization, and another than a token of the same text', () => {
    const key = credentialOf(['apikey', 'token-1']);
    expect(key).toMatchObject({ scheme: 'apikey', digest: digestOf('apikey token-1') });
    expect(credentialOf(['ApiKey', 'k'], authorization('t'))?.scheme).toBe('bearer');
    expect(credentialOf(['ApiKey', 'k'], authorization(' '))?.scheme).toBe('apikey');
  });

  it('is none without one, for own traffic, and for requests to the token endpoint', () => {
    const rawHeaders = [authorization('basic dTpw')];
    expect(credentialOf(['Host', 'x'])).toBeNull();
    expect(readCredential({ rawHeaders, origin: 'simulator', decidedBy: 'default' })).toBeNull();
    expect(readCredential({ rawHeaders, origin: 'platform', decidedBy: 'token-endpoint' })).toBeNull();
  });

  it.each([
    [{ iat: 1_800_000_000, exp: 1_800_003_600, sub: 's', client_id: 'c' }, 1_800_000_000_000, 1_800_003_600_000, 's'],
    [{ exp: 1_800_003_600.5, client_id: 'c' }, null, 1_800_003_600_500, 'c'],
    [{ iat: '1800000000', exp: 1e300, sub: 7, client_id: '' }, null, null, null],
    [[1], null, null, null],
    ['text', null, null, null],
  ])('says what a JWT says of itself: %j', (claims, issuedAt, expiresAt, subject) => {
    for (const prefix of ['', 'Bearer ']) {
      expect(credentialOf(authorization(prefix + jwt(claims)))).toMatchObject({ issuedAt, expiresAt, subject });
    }
  });

  it('never throws, whatever the headers hold', () => {
    const name = fc.constantFrom('Authorization', 'ApiKey');
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((text) => `a.${Buffer.from(text).toString('base64url')}.b`),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 3 }), (rawHeaders) => {
        expect(() => credentialOf(...rawHeaders)).not.toThrow();
      }),
    );
  });
});
