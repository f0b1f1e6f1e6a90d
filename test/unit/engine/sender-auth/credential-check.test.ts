import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCredentialCheck } from '#engine/sender-auth/credential-check.ts';
import { toAuthHeader, type AuthSpec } from '#shared/http/auth-spec.ts';
import type { HeaderPair } from '#shared/http/header-pair.ts';

const basic = createCredentialCheck({ type: 'basic', user: 'ada', password: 'p:w' });
const apikey = createCredentialCheck({ type: 'apikey', key: 'k-1' });
const bearer = createCredentialCheck({ type: 'bearer', token: 'tok.en' });
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
    [bearer, authorization('Bearer\ttok.en')],
    [basic, authorization(`Basic\t ${encode('ada:p:w')}`)],
    [basic, [...authorization(`basic ${encode('ada:p:w')}`), ...authorization(`basic ${encode('ada:p:w')}`)]],
    [apikey, [['ApiKey', 'k-1'] as const, ['apikey', 'k-1'] as const]],
  ])('are ok', async (check, headers) => {
    expect(await check(headers)).toMatchObject({ verdict: 'ok', reason: null });
  });

  it('are what our own senders make of the same specification', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((s) => !/[\r\n\0]/.test(s));
    await fc.assert(
      fc.asyncProperty(text, text, async (user, password) => {
        const spec: AuthSpec = { type: 'basic', user: user.replaceAll(':', '-'), password };
        expect(await createCredentialCheck(spec)([toAuthHeader(spec)!])).toMatchObject({ verdict: 'ok' });
      }),
    );
  });

  it('are not asked for when no authentication is set, and their scheme is told all the same', () => {
    const none = createCredentialCheck({ type: 'none' });
    expect(none([])).toEqual({ verdict: 'none', scheme: null, reason: null });
    expect(none([['ApiKey', 'x']])).toEqual({ verdict: 'none', scheme: 'apikey', reason: null });
  });
});

describe('credentials beyond ASCII', () => {
  it.each(['utf8', 'latin1'] as const)('are the same in %s', (encoding) => {
    const check = createCredentialCheck({ type: 'basic', user: 'jürgen', password: 'grüße:x' });
    const encoded = Buffer.from('jürgen:grüße:x', encoding).toString('base64');
    expect(check(authorization(`basic ${encoded}`))).toMatchObject({ verdict: 'ok' });
  });

  it('do not have a second form where Latin-1 has none', () => {
    const check = createCredentialCheck({ type: 'apikey', key: 'ключ' });
    const bytes = Buffer.from('ключ').toString('latin1');
    expect(check([['ApiKey', bytes]])).toMatchObject({ verdict: 'ok' });
    expect(check([['ApiKey', Buffer.from('ключ', 'latin1').toString('latin1')]])).toMatchObject({ verdict: 'wrong' });
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
    [apikey, [['ApiKey', 'k-12'] as const]],
    [bearer, authorization('tok.e')],
    [bearer, authorization('Basic tok.en')],
    [bearer, authorization('Bearer Bearer tok.en')],
    [basic, [...authorization(`basic ${encode('ada:p:w')}`), ...authorization(`Basic ${encode('ada:p:w')}`)]],
    [apikey, [['ApiKey', 'k-1'] as const, ['apikey', 'k-2'] as const]],
    [apikey, [['ApiKey', 'k-1'] as const, ...authorization('x')]],
  ])('are wrong, for a reason', (auth, headers) => {
    expect(auth(headers)).toMatchObject({ verdict: 'wrong', reason: expect.stringMatching(/\w/) });
  });

  it('are missing where their header has no value, and such a header beside the right one does not count', async () => {
    expect(await basic(authorization(''))).toMatchObject({ verdict: 'missing', scheme: null });
    expect(await apikey([['ApiKey', ' ']])).toMatchObject({ verdict: 'missing' });
    expect(await apikey([['ApiKey', 'k-1'], ...authorization('')])).toMatchObject({ verdict: 'ok' });
  });

  it('are missing when the wanted header is, and the reason names what came instead', () => {
    expect(basic([])).toEqual({ verdict: 'missing', scheme: null, reason: 'there is no Authorization header' });
    expect(apikey(authorization('basic eA=='))).toMatchObject({ verdict: 'missing', scheme: 'basic' });
    expect(bearer([['ApiKey', 'x']])).toMatchObject({
      reason: 'there is no Authorization header; the request carries ApiKey instead',
    });
  });

  it('are refused when they are set, where no header could carry them', () => {
    for (const key of ['K ', ' K', 'K\t']) {
      expect(() => createCredentialCheck({ type: 'apikey', key })).toThrow('KEY starts or ends with a blank');
      expect(() => createCredentialCheck({ type: 'bearer', token: key })).toThrow('TOKEN starts or ends with a blank');
    }
  });

  it('never throw and never show their value', () => {
    const header = fc.tuple(fc.constantFrom('Authorization', 'ApiKey', 'x'), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(fc.constantFrom(basic, apikey, bearer), fc.array(header), (auth, headers) => {
        expect(auth(headers)).not.toMatchObject({ verdict: 'ok' });
      }),
    );
    const found = basic(authorization('s3cret pass'));
    expect(JSON.stringify(found)).not.toContain('s3cret');
    expect(found).toMatchObject({ verdict: 'wrong', scheme: 'other' });
  });
});
