import { describe, expect, it } from 'vitest';
import { createIssuedTokens } from '#engine/sender-auth/issued-tokens.ts';
import { createTokenEndpoint, type TokenAnswer } from '#engine/sender-auth/token-endpoint.ts';
import type { HeaderPair } from '#shared/http/header-pair.ts';

const nowMs = Date.UTC(2026, 10, 21, 13);
const client = { clientId: 'my:client', clientSecret: 's3cret+ü:x%' };
const clock = { ms: nowMs };
const tokens = createIssuedTokens(client, () => clock.ms);
const endpoint = createTokenEndpoint({ client, tokens, lifetimeSeconds: () => 900, nowMs: () => clock.ms });

const form: HeaderPair = ['Content-Type', 'Application/X-WWW-Form-Urlencoded; charset=utf-8'];
const basicOf = (text: string): HeaderPair => ['Authorization', `Basic ${Buffer.from(text).toString('base64')}`];
const encoded = basicOf(`my%3Aclient:${encodeURIComponent(client.clientSecret)}`);
const inBody = new URLSearchParams({ client_id: client.clientId, client_secret: client.clientSecret }).toString();
const grant = 'grant_type=client_credentials';
const ask = (body: string, ...headers: HeaderPair[]): Promise<TokenAnswer> =>
  endpoint.answer(headers, Buffer.from(body));

describe('a request for a token', () => {
  it.each([
    ['POST', '/oauth/token', true],
    ['POST', '/oauth/token?x=1', true],
    ['POST', 'http://receiver.test:4180/oauth/token', true],
    ['GET', '/oauth/token', false],
    ['POST', '/oauth/token/', false],
    ['POST', '/oauth', false],
    ['POST', '/?/oauth/token', false],
  ])('is told from every other request: %s %s', (method, target, isFor) => {
    expect(endpoint.isFor(method, target)).toBe(isFor);
  });

  it.each([
    ['Basic, encoded as the RFC wants it', grant, [form, encoded]],
    ['the body', `${grant}&${inBody}&scope=any`, [form]],
  ])('is granted to a client that proves itself in %s', async (_name, body, headers) => {
    const { decision, record } = await ask(body, ...headers);
    expect([decision.status, decision.decidedBy]).toEqual([200, 'token-endpoint']);
    expect(decision.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
    const { access_token: token, ...rest } = JSON.parse(decision.body) as Record<string, unknown>;
    expect(rest).toEqual({ token_type: 'Bearer', expires_in: 900 });
    expect(await tokens.check(String(token))).toEqual({ verdict: 'ok', reason: null });
    expect(record).toMatchObject({ clientId: 'my:client', outcome: 'issued', expiresAt: '2026-11-21T13:15:00.000Z' });
  });

  it('is granted to a client that does not encode what goes into Basic', async () => {
    const plain = { clientId: 'id', clientSecret: 'a+b%c:d' };
    const lax = createTokenEndpoint({
      client: plain,
      tokens: createIssuedTokens(plain),
      lifetimeSeconds: () => 1,
      nowMs: Date.now,
    });
    const { decision } = await lax.answer([form, basicOf('id:a+b%c:d')], Buffer.from(grant));
    expect(decision.status).toBe(200);
  });

  it.each([
    ['another secret', grant, [form, basicOf('my%3Aclient:x')], { error: 'invalid_client', clientId: 'my:client' }],
    ['another client', `${grant}&client_id=x&client_secret=s3cret`, [form], { error: 'invalid_client', clientId: 'x' }],
    ['no secret', `${grant}&client_id=my:client`, [form], { error: 'invalid_client', clientId: 'my:client' }],
    [
      'another kind of proof',
      grant,
      [form, ['Authorization', 'Bearer x'] as const],
      { error: 'invalid_client', clientId: null },
    ],
    [
      'another grant',
      'grant_type=password',
      [form, encoded],
      { error: 'unsupported_grant_type', clientId: 'my:client' },
    ],
    ['no grant', 'scope=x', [form, encoded], { error: 'invalid_request', clientId: 'my:client' }],
    ['two proofs', `${grant}&${inBody}`, [form, encoded], { error: 'invalid_request', clientId: 'my:client' }],
    ['a parameter twice', `${grant}&a"=1&a"=2`, [form, encoded], { error: 'invalid_request', clientId: 'my:client' }],
    ['a header twice', grant, [form, encoded, encoded], { error: 'invalid_request', clientId: 'my:client' }],
    ['JSON', '{"grant_type":"client_credentials"}', [encoded], { error: 'invalid_request', clientId: 'my:client' }],
    [
      'no end',
      `${grant}&x=${'x'.repeat(65_536)}`,
      [form, encoded],
      { error: 'invalid_request', clientId: 'my:client' },
    ],
  ])('is refused with %s', async (_name, body, headers, { error, clientId }) => {
    const { decision, record } = await ask(body, ...headers);
    const isClient = error === 'invalid_client';
    expect(decision.status).toBe(isClient ? 401 : 400);
    expect(decision.headers['www-authenticate']).toBe(isClient ? 'Basic realm="hookloupe"' : undefined);
    expect(decision.detail).toBe(`refused: ${error}`);
    const { error: code, error_description: description } = JSON.parse(decision.body) as Record<string, string>;
    expect(code).toBe(error);
    expect(description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/); // RFC 6749, section 5.2
    expect(record).toMatchObject({ outcome: error, clientId, expiresAt: null });
    expect(JSON.stringify([record, decision])).not.toContain('s3cret');
  });
});

describe('an issued token', () => {
  it('is expired after its lifetime and says since when', async () => {
    const { token } = await tokens.issue(10);
    clock.ms = nowMs + 11_000;
    expect(await tokens.check(token)).toEqual({
      verdict: 'expired',
      reason: 'the token has been expired since 2026-11-21T13:00:10.000Z',
    });
    clock.ms = nowMs;
  });

  it.each([
    ['of another secret', { ...client, clientSecret: 'x' }],
    ['of another client', { ...client, clientId: 'x' }],
  ])('%s is wrong', async (_name, other) => {
    const { token } = await createIssuedTokens(other, () => nowMs).issue(10);
    expect(await tokens.check(token)).toEqual({ verdict: 'wrong', reason: 'the token was not issued here' });
  });
});
