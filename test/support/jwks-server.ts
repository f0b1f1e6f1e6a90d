import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { onTestFinished } from 'vitest';

/** Somebody who signs tokens, and the public half of the key. */
export interface Signer {
  readonly jwk: JWK;
  /** A token for a minute, unless the claims say otherwise. */
  sign(claims?: JWTPayload): Promise<string>;
}

export interface JwksServer {
  readonly url: string;
  /** What is served from now on. */
  keys: JWK[];
  /** Answers wait for it. */
  gate: Promise<void>;
  /** How often it was asked. */
  asked(): number;
}

export async function createSigner(kid: string): Promise<Signer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256' };
  return { jwk, sign: (claims = {}) => sign(privateKey, kid, claims) };
}

function sign(key: CryptoKey, kid: string, claims: JWTPayload): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + 60;
  return new SignJWT({ exp, ...claims }).setProtectedHeader({ alg: 'ES256', kid }).sign(key);
}

/** A JWKS document on a free port; gone when the test ends. */
export async function startJwksServer(...signers: Signer[]): Promise<JwksServer> {
  let asked = 0;
  const server = http.createServer((_request, response) => {
    asked += 1;
    void jwks.gate.then(() => response.end(JSON.stringify({ keys: jwks.keys })));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const jwks: JwksServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    keys: signers.map(({ jwk }) => jwk),
    gate: Promise.resolve(),
    asked: () => asked,
  };
  return jwks;
}
