import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSenderAuth } from '#engine/receiver/sender-auth.ts';
import { toAuthHeader, type AuthSpec } from '#shared/http/auth-spec.ts';
import type { HeaderPair } from '#shared/http/header-pair.ts';

const basic = createSenderAuth({ type: 'basic', user: 'ada', password: 'p:w' });
const apikey = createSenderAuth({ type: 'apikey', key: 'k-1' });
const bearer = createSenderAuth({ type: 'bearer', token: 'tok.en' });
const encode = (text: string): string => Buffer.from(text).toString('base64');
const authorization = (value: string): HeaderPair[] => [['Authorization', value]];

describe('credentials that fit', () => {
  it.each([
    [basic, authorization(`basic ${encode('ada:p:w')}`)],
    [basic, authorization(`Basic ${encode('ada:p:w')}`)],
    [basic, [['AUTHORIZATION', `BASIC  ${encode('ada:p:w')}`] as const]],
    [basic, authorization(`basic ${encode('ada:p:w').replace(/=+$/, '')}`)],
    [apikey, [['ApiKey', 'k-1'] as const]],
    [apikey, [['apikey', 'k-1'] as const]],
    [bearer, authorization('tok.en')],
    [bearer, authorization('Bearer tok.en')],
    [bearer, authorization('bEARER tok.en')],
  ])('are ok', (auth, headers) => {
    expect(auth.verify(headers)).toMatchObject({ verdict: 'ok', reason: null, scheme: auth.type });
  });

  it('are what our own senders make of the same specification', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((s) => !/[\r\n\0]/.test(s));
    fc.assert(
      fc.property(text, text, (user, password) => {
        const spec: AuthSpec = { type: 'basic', user: user.replaceAll(':', '-'), password };
        expect(createSenderAuth(spec).verify([toAuthHeader(spec)!]).verdict).toBe('ok');
      }),
    );
  });

  it('are not asked for when no authentication is set, and their scheme is told all the same', () => {
    const none = createSenderAuth({ type: 'none' });
    expect(none.verify([])).toEqual({ verdict: 'none', scheme: null, reason: null });
    expect(none.verify([['ApiKey', 'x']])).toEqual({ verdict: 'none', scheme: 'apikey', reason: null });
  });
});

describe('credentials that do not fit', () => {
  it.each([
    [basic, authorization(`basic ${encode('ada:p')}`)],
    [basic, authorization(`basic ${encode('eve:p:w')}`)],
    [basic, authorization(`basic ${encode('ada')}`)],
    [basic, authorization('basic')],
    [basic, authorization('basic !!!')],
    [basic, authorization(`basic ${encode('ada:p:w')}!`)],
    [basic, authorization(`Bearer ${encode('ada:p:w')}`)],
    [basic, authorization(encode('ada:p:w'))],
    [basic, authorization('')],
    [apikey, [['ApiKey', 'k-12'] as const]],
    [apikey, [['ApiKey', ''] as const]],
    [bearer, authorization('tok.e')],
    [bearer, authorization('Basic tok.en')],
    [bearer, authorization('Bearer Bearer tok.en')],
    [basic, [...authorization(`basic ${encode('ada:p:w')}`), ...authorization(`basic ${encode('ada:p:w')}`)]],
    [apikey, [['ApiKey', 'k-1'] as const, ['apikey', 'k-1'] as const]],
    [apikey, [['ApiKey', 'k-1'] as const, ...authorization('x')]],
  ])('are wrong, for a reason', (auth, headers) => {
    expect(auth.verify(headers)).toMatchObject({ verdict: 'wrong', reason: expect.stringMatching(/\w/) });
  });

  it('are missing when the wanted header is, and the reason names what came instead', () => {
    expect(basic.verify([])).toEqual({ verdict: 'missing', scheme: null, reason: 'there is no Authorization header' });
    expect(apikey.verify(authorization('basic eA=='))).toMatchObject({ verdict: 'missing', scheme: 'basic' });
    expect(bearer.verify([['ApiKey', 'x']]).reason).toBe(
      'there is no Authorization header; the request carries ApiKey instead',
    );
  });

  it('never throw and never show their value', () => {
    const header = fc.tuple(fc.constantFrom('Authorization', 'ApiKey', 'x'), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(fc.constantFrom(basic, apikey, bearer), fc.array(header), (auth, headers) => {
        expect(auth.verify(headers).verdict).not.toBe('ok');
      }),
    );
    expect(basic.verify(authorization('s3cret pass')).reason).not.toContain('s3cret');
    expect(basic.verify(authorization('s3cret pass')).scheme).toBe('other');
  });
});
