import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createJwtCheck, type WantedClaims } from '#engine/sender-auth/jwt-check.ts';
import type { KeySetOptions } from '#engine/sender-auth/key-set.ts';

const nowMs = Date.UTC(2026, 10, 21, 13);
const now = nowMs / 1000;
const noClaims: WantedClaims = { audience: null, issuer: null };

interface Signer {
  privateKey: CryptoKey;
  jwk: JWK;
}
async function createSigner(kid: string): Promise<Signer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256' } };
}
const sign = ({ privateKey, jwk }: Signer, claims: JWTPayload, kid = jwk.kid): Promise<string> =>
  new SignJWT({ exp: now + 60, ...claims })
    .setProtectedHeader({ alg: 'RS256', ...(kid === undefined ? {} : { kid }) })
    .sign(privateKey);

/** A real server for a JWKS document that can be changed, and counts how often it is asked. */
const served = { keys: [] as JWK[], asked: 0, status: 200 };
const oddities: Record<string, (response: http.ServerResponse) => void> = {
  '/text': (response) => response.end('keys'),
  '/other': (response) => response.end('{"key": []}'),
  '/silent': () => undefined,
  '/moved': (response) => response.writeHead(302, { location: '/jwks' }).end(),
  '/endless': (response) => {
    const more = (): void => void response.write(' '.repeat(100_000), (failure) => (failure ? undefined : more()));
    more();
  },
};
const server = http.createServer(({ url: target = '' }, response) => {
  served.asked += 1;
  const odd = oddities[target.replace(/^\/jwks|\?.*$/g, '')];
  if (odd) odd(response);
  else response.writeHead(served.status).end(JSON.stringify({ keys: served.keys }));
});
let url = '';
/** Where nobody listens any more. */
let freeUrl = '';
let first: Signer;
let second: Signer;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hookloupe-jwks-'));
  first = await createSigner('k1');
  second = await createSigner('k2');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
});
beforeEach(() => {
  served.keys = [first.jwk];
  served.status = 200;
});
beforeAll(async () => {
  const gone = http.createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  freeUrl = `http://127.0.0.1:${(gone.address() as AddressInfo).port}/`;
  gone.close();
  await once(gone, 'close');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const options = (clock = { ms: nowMs }): KeySetOptions => ({
  nowMs: () => clock.ms,
  onChange: () => undefined,
  signal: new AbortController().signal,
});
const fromUrl = (claims: WantedClaims = noClaims, clock = { ms: nowMs }) =>
  createJwtCheck({ from: 'url', url }, claims, options(clock));

describe('a signed token', () => {
  it('is ok while its signature and its times are', async () => {
    expect(await fromUrl().check(await sign(first, { nbf: now - 10 }))).toEqual({ verdict: 'ok', reason: null });
  });

  it('is expired after its time, and the reason says since when', async () => {
    expect(await fromUrl().check(await sign(first, { exp: now - 60 }))).toEqual({
      verdict: 'expired',
      reason: 'the token has been expired since 2026-11-21T12:59:00.000Z',
    });
    expect((await fromUrl().check(await sign(first, { exp: now - 2 }))).verdict).toBe('ok');
  });

  it.each([
    ['not valid yet', async () => sign(first, { nbf: now + 60 }), 'not valid before 2026-11-21T13:01:00.000Z'],
    ['signed by another', async () => sign({ ...second, jwk: first.jwk }, {}), 'the signature does not fit'],
    ['of an unknown key', async () => sign(second, {}), 'no key of the JWKS fits'],
    ['not signed at all', async () => new UnsecuredJWT({ exp: now + 60 }).encode(), 'algorithm'],
    ['signed with a shared secret', signWithSecret, 'algorithm'],
    ['no JWT', async () => 'opaque-token', 'not a JWT'],
    ['empty', async () => '', 'not a JWT'],
  ])('is wrong when it is %s', async (_name, token, reason) => {
    expect(await fromUrl().check(await token())).toMatchObject({
      verdict: 'wrong',
      reason: expect.stringContaining(reason),
    });
  });

  it('must carry the claims that are wanted', async () => {
    const { check } = fromUrl({ audience: 'hooks', issuer: 'https://issuer.test' });
    const wanted = { aud: ['other', 'hooks'], iss: 'https://issuer.test' };
    expect((await check(await sign(first, wanted))).verdict).toBe('ok');
    expect((await check(await sign(first, { ...wanted, aud: 'x' }))).reason).toContain('claim aud is not the wanted');
    expect((await check(await sign(first, { ...wanted, iss: 'x' }))).reason).toContain('claim iss is not the wanted');
    expect((await check(await sign(first, { iss: wanted.iss }))).reason).toContain('no claim aud');
  });

  it('without a key id is tried with every key', async () => {
    served.keys = [second.jwk, first.jwk];
    const { privateKey } = first;
    const token = await new SignJWT({ exp: now + 60 }).setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
    expect((await fromUrl().check(token)).verdict).toBe('ok');
  });

  it('without a key id is tried beyond a key that cannot be used, which alone is no verdict on it', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const short: JWK = { ...(await exportJWK(publicKey)), kid: 'short', alg: 'RS256' };
    const token = await new SignJWT({ exp: now + 60 }).setProtectedHeader({ alg: 'RS256' }).sign(first.privateKey);
    served.keys = [short, second.jwk, first.jwk];
    expect(await fromUrl().check(token)).toEqual({ verdict: 'ok', reason: null });
    served.keys = [short, second.jwk];
    expect(await fromUrl().check(token)).toMatchObject({ verdict: 'unchecked', reason: expect.stringMatching(/2048/) });
  });

  it('says which claim is no number', async () => {
    const claims = { exp: 'tomorrow' } as unknown as JWTPayload;
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(first.privateKey);
    expect(await fromUrl().check(token)).toEqual({ verdict: 'wrong', reason: 'the claim exp is not a number' });
  });
});

describe('the keys', () => {
  it('are fetched once for many tokens', async () => {
    const before = served.asked;
    const { check } = fromUrl();
    const token = await sign(first, {});
    await Promise.all(Array.from({ length: 20 }, () => check(token)));
    expect(served.asked).toBe(before + 1);
  });

  it('are fetched again as soon as a token is signed with a new one, however many such tokens come at once', async () => {
    const { check } = fromUrl();
    expect((await check(await sign(first, {}))).verdict).toBe('ok');
    served.keys = [second.jwk];
    const before = served.asked;
    const tokens = await Promise.all(Array.from({ length: 20 }, () => sign(second, {})));
    const verdicts = await Promise.all(tokens.map(async (token) => (await check(token)).verdict));
    expect(new Set(verdicts)).toEqual(new Set(['ok']));
    expect(served.asked).toBe(before + 1);
  });

  it('are asked for once in a while only for tokens that somebody makes up', async () => {
    const clock = { ms: nowMs };
    const { check } = fromUrl(noClaims, clock);
    await check(await sign(first, {}));
    const before = served.asked;
    for (let i = 0; i < 5; i += 1) expect((await check(await sign(second, {}, `made-up-${i}`))).verdict).toBe('wrong');
    expect(served.asked).toBe(before + 1);
    clock.ms += 5_000;
    await check(await sign(second, {}, 'made-up'));
    expect(served.asked).toBe(before + 2);
  });

  it('that were read stay in use while they cannot be read again, and it is said', async () => {
    const clock = { ms: nowMs };
    const { check, message } = fromUrl(noClaims, clock);
    expect((await check(await sign(first, {}))).verdict).toBe('ok');
    served.status = 503;
    clock.ms += 600_000;
    expect((await check(await sign(first, { exp: now + 6_000 }))).verdict).toBe('ok');
    expect(message()).toContain('(status 503); those read before are used');
    const unknown = await check(await sign(second, { exp: now + 6_000 }));
    expect(unknown).toEqual({ verdict: 'unchecked', reason: message() });
    served.status = 200;
    clock.ms += 5_000;
    expect((await check(await sign(first, { exp: now + 6_000 }))).verdict).toBe('ok');
    expect(message()).toBeNull();
  });

  it('that cannot be had leave the token unchecked, and for a while nobody waits for them', async () => {
    served.status = 500;
    const clock = { ms: nowMs };
    const before = served.asked;
    const { check, message } = fromUrl(noClaims, clock);
    const token = await sign(first, {});
    expect(await check(token)).toEqual({
      verdict: 'unchecked',
      reason: `the keys cannot be had from ${url} (status 500)`,
    });
    expect(message()).toContain('status 500');
    expect((await check(token)).verdict).toBe('unchecked');
    expect(served.asked).toBe(before + 1);
    served.status = 200;
    clock.ms += 5_000;
    expect((await check(token)).verdict).toBe('ok');
  });

  it.each([
    ['nobody listens', () => freeUrl, 'ECONNREFUSED'],
    ['the document is no JSON', () => `${url}/text`, '(no JSON)'],
    ['the document is no JWKS', () => `${url}/other`, 'cannot be had'],
    ['the document has no end', () => `${url}/endless`, '(more than a megabyte)'],
    ['there is no answer', () => `${url}/silent`, '(no answer within 3 s)'],
    ['another address is answered', () => `${url}/moved`, '(status 302)'],
  ])('leave the token unchecked where %s', async (_name, address, reason) => {
    const { check } = createJwtCheck({ from: 'url', url: `${address()}?key=s3cret` }, noClaims, options());
    const found = await check(await sign(first, {}));
    expect(found).toMatchObject({ verdict: 'unchecked', reason: expect.stringContaining(reason) });
    expect(found.reason).not.toContain('s3cret');
  });

  it('of a file are read again when it changes, and stay in use while it cannot be read', async () => {
    const file = path.join(folder, 'keys.json');
    await writeFile(file, JSON.stringify({ keys: [first.jwk] }));
    const { check, message } = createJwtCheck({ from: 'file', path: file }, noClaims, options());
    expect((await check(await sign(second, {}))).verdict).toBe('wrong');
    await writeFile(file, JSON.stringify({ keys: [second.jwk] }));
    await utimes(file, now + 5, now + 5);
    expect((await check(await sign(second, {}))).verdict).toBe('ok');
    expect((await check(await sign(first, {}))).verdict).toBe('wrong');
    await writeFile(file, '{"keys": [');
    expect((await check(await sign(second, {}))).verdict).toBe('ok');
    expect(message()).toContain('those read before are used');
  });

  it('of a file that is not there, or holds something else, are refused at once', async () => {
    const file = path.join(folder, 'other.json');
    await writeFile(file, '{"key": []}');
    for (const wrong of [file, path.join(folder, 'none.json')]) {
      expect(() => createJwtCheck({ from: 'file', path: wrong }, noClaims, options())).toThrow(
        `The JWKS file ${wrong} cannot be read.`,
      );
    }
  });
});

/** What an attacker tries who knows the public key. */
async function signWithSecret(): Promise<string> {
  const secret = new TextEncoder().encode(JSON.stringify(first.jwk));
  return new SignJWT({ exp: now + 60 }).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(secret);
}
