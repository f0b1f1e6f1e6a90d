// The HTTP server under Fastify: Node's limits set so that nothing a sender may send is refused, and nobody can hold a half-sent
// request open for ever. Held answers are never cut: no limit runs once a request is complete.
import http from 'node:http';
import https from 'node:https';
import { AppError } from '#shared/errors/app-error.ts';

/** Certificate chain and private key, PEM. */
export interface ReceiverTls {
  certPem: string;
  keyPem: string;
}

const options: http.ServerOptions = {
  insecureHTTPParser: false,
  requireHostHeader: false,
  maxHeaderSize: 1024 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 65_000,
};

/** A server that listens nowhere yet. Throws `TLS_INVALID`. */
export function createHttpServer(tls: ReceiverTls | null, limits: http.ServerOptions = {}): http.Server {
  const server =
    tls === null ? http.createServer({ ...options, ...limits }) : createHttpsServer(tls, { ...options, ...limits });
  // Node counts names and values: 10,000 header lines.
  server.maxHeadersCount = 20_000;
  // A sender may shut down its side once it has sent everything, and still wants its answer.
  Object.assign(server, { httpAllowHalfOpen: true });
  return server;
}

function createHttpsServer({ certPem, keyPem }: ReceiverTls, limits: http.ServerOptions): https.Server {
  try {
    return https.createServer({ ...limits, cert: certPem, key: keyPem, minVersion: 'TLSv1.2' });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const advice = 'Give a PEM certificate and the private key that belongs to it, without a passphrase.';
    throw new AppError('TLS_INVALID', `The certificate or key cannot be used (${reason}). ${advice}`, { cause });
  }
}
