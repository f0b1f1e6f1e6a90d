// Who may use the control API. Localhost is no boundary: any page in a browser of this machine can send requests here, so every
// route and the WebSocket check the host, the origin and the token, and nothing that came through a proxy or tunnel is served.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AppError } from '#shared/errors/app-error.ts';
import { headerValues, toHeaderPairs, type HeaderPair } from '#shared/http/header-pair.ts';

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
const PROXY_HEADER = /^(?:x-forwarded-.*|forwarded|via|ngrok-.*)$/i;

/** Checks requests to the control API and its pages; throws `API_FORBIDDEN` or `API_UNAUTHORIZED`. */
export interface AccessGuard {
  /** Host, origin and proxies: for every route, before anything is read. */
  checkSource(request: IncomingMessage): void;
  /** The token as well, in `Authorization` or, for a WebSocket, in the subprotocol `token.…`. */
  checkToken(request: IncomingMessage): void;
}

/** @param port the port the API listens on, known once it does */
export function createAccessGuard(token: string, port: () => number): AccessGuard {
  const isToken = createSecretComparison(token);
  return {
    checkSource(request) {
      const headers = toHeaderPairs(request.rawHeaders);
      const proxied = headers.find(([name]) => PROXY_HEADER.test(name));
      if (proxied !== undefined) {
        throw new AppError('API_FORBIDDEN', `The control API is not served through a proxy (${proxied[0]}).`);
      }
      const hosts = LOOPBACK_NAMES.map((name) => `${name}:${port()}`);
      const host = headerValues(headers, 'host');
      if (host.length !== 1 || !hosts.includes((host[0] ?? '').toLowerCase())) {
        throw new AppError('API_FORBIDDEN', `Use http://127.0.0.1:${port()}: the control API knows no other host.`);
      }
      checkOrigin(headers, hosts);
    },
    checkToken(request) {
      const headers = toHeaderPairs(request.rawHeaders);
      const bearer = headerValues(headers, 'authorization').map((value) => /^bearer (.+)$/i.exec(value)?.[1]);
      const protocols = headerValues(headers, 'sec-websocket-protocol')
        .flatMap((value) => value.split(','))
        .map((value) => /^token\.(.+)$/.exec(value.trim())?.[1]);
      const [given] = [...bearer, ...protocols].filter((value) => value !== undefined);
      if (given === undefined || !isToken(given)) {
        throw new AppError(
          'API_UNAUTHORIZED',
          'The token is missing or wrong. Open the address that Hookloupe printed when it started.',
        );
      }
    },
  };
}

function checkOrigin(headers: readonly HeaderPair[], hosts: readonly string[]): void {
  const origins = headerValues(headers, 'origin');
  const isOwn = origins.every((origin) => hosts.some((host) => origin.toLowerCase() === `http://${host}`));
  const sites = headerValues(headers, 'sec-fetch-site');
  if (!isOwn || origins.length > 1 || !sites.every((site) => site === 'same-origin' || site === 'none')) {
    throw new AppError('API_FORBIDDEN', 'Another web page may not use the control API.');
  }
}

/** Compares digests under a key of this process, so that neither length nor content shows in the time taken. */
function createSecretComparison(secret: string): (given: string) => boolean {
  const key = randomBytes(32);
  const digest = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const expected = digest(secret);
  return (given) => timingSafeEqual(digest(given), expected);
}
