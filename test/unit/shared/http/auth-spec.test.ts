import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { parseAuthSpec, toAuthHeader, toFixedAuthHeader, type SecretReference } from '#shared/http/auth-spec.ts';

const secrets: Record<string, string> = {
  'env:USER': 'ada',
  'env:PW': 's:3cret',
  'env:BOTH': 'ada:s:3cret',
  'file:/k': 'key',
};
const readSecret = ({ kind, name }: SecretReference): string => {
  const secret = secrets[`${kind}:${name}`];
  if (secret === undefined) throw new AppError('USAGE_INVALID', `${kind}:${name} is not set.`);
  return secret;
};
const parse = (text: string) => parseAuthSpec(text, readSecret);

describe('an authentication given as text', () => {
  it.each([
    ['none', { type: 'none' }],
    ['basic:ada:pw', { type: 'basic', user: 'ada', password: 'pw' }],
    ['basic:ada:p:w:', { type: 'basic', user: 'ada', password: 'p:w:' }],
    ['basic:ada:', { type: 'basic', user: 'ada', password: '' }],
    ['basic:ada:env:PW', { type: 'basic', user: 'ada', password: 's:3cret' }],
    ['basic:env:USER:pw', { type: 'basic', user: 'ada', password: 'pw' }],
    ['basic:env:USER:env:PW', { type: 'basic', user: 'ada', password: 's:3cret' }],
    ['basic:env:BOTH', { type: 'basic', user: 'ada', password: 's:3cret' }],
    ['apikey:k:1', { type: 'apikey', key: 'k:1' }],
    ['apikey:file:/k', { type: 'apikey', key: 'key' }],
    ['bearer:t', { type: 'bearer', token: 't' }],
    ['bearer:Bearer t', { type: 'bearer', token: 't' }],
  ])('is read: %s', (text, spec) => {
    expect(parse(text)).toEqual(spec);
  });

  it.each([
    '',
    'None',
    'basic',
    'basic:',
    'basic:ada',
    'basic::pw',
    'apikey:',
    'apikey',
    'bearer:',
    'digest:a:b',
    'bearer:a\nb',
    'apikey:env:GONE',
  ])('is refused with a reason: %j', (text) => {
    expect(() => parse(text)).toThrow(AppError);
  });

  it.each([
    ['oauth:id:se:cret', { type: 'oauth', clientId: 'id', clientSecret: 'se:cret' }],
    ['jwks:https://keys.example/x?y=1', { type: 'jwks', keys: { from: 'url', url: 'https://keys.example/x?y=1' } }],
    ['jwks:file:/etc/keys.json', { type: 'jwks', keys: { from: 'file', path: '/etc/keys.json' } }],
  ])('names a client or where keys are: %s', (text, spec) => {
    expect(parse(text)).toEqual(spec);
  });

  it.each([
    'oauth:',
    'oauth:id',
    'oauth:id:',
    'oauth::s3cret',
    'jwks:',
    'jwks:keys.example',
    'jwks:ftp://x/',
    'jwks:file:',
    'jwks:https://me:s3cret@keys.example/',
    'basic:env:BOTH:s3cret',
  ])('is refused in one line that shows no secret: %s', (text) => {
    expect(() => parse(text)).toThrow(/^Authentication cannot be read: (?!.*s3cret).*Allowed: none/);
  });

  it('is refused without repeating a secret', () => {
    expect(() => parse('basci:ada:hunter2')).toThrow(/^(?!.*hunter2)/);
  });
});

describe('the header of a sender', () => {
  it.each([
    ['none', null],
    ['basic:Aladdin:open sesame', ['Authorization', 'basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==']],
    ['apikey:k', ['ApiKey', 'k']],
    ['bearer:t', ['Authorization', 'Bearer t']],
  ])('is made from %s', (text, header) => {
    expect(toAuthHeader(parse(text))).toEqual(header);
  });

  it.each(['oauth:id:s3cret', 'jwks:https://keys.example/'])(
    'is refused where tokens cannot be fetched: %s',
    (text) => {
      expect(() => toFixedAuthHeader(parse(text))).toThrow(
        /^A replay cannot fetch tokens \((?!.*s3cret).*bearer:TOKEN/,
      );
    },
  );

  it('encodes every user and password as UTF-8 in base64', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (password) => {
        const [, value] = toAuthHeader({ type: 'basic', user: 'u', password }) ?? [];
        expect(value).toBe(`basic ${Buffer.from(`u:${password}`).toString('base64')}`);
      }),
    );
  });
});
