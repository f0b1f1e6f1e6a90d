// The public receiver: Fastify on raw bytes, one route for every method and path. Neither its router, its parsers nor its error
// handlers may ever answer; a request goes to the intake before any of them could look at it. It has no control route.
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { AnswerController } from '#engine/answering/answer-controller.ts';
import { toListenError } from '#engine/listening/listen-error.ts';
import type { SenderGate } from '#engine/sender-auth/sender-gate.ts';
import type { CaptureSink } from '#engine/store/store.ts';
import { systemClock, type Clock } from './clock.ts';
import { createHttpServer, type ReceiverTls } from './http-server.ts';
import { createIntake, type ConnectionFault, type Intake, type IntakeLimits } from './intake.ts';
import { createProvenance, type Provenance } from './provenance.ts';
import type { ReceiverCounters } from './receiver-counters.ts';
import { trackTcpSockets } from './tcp-sockets.ts';

export interface ReceiverOptions {
  /** Address to listen on, e.g. `127.0.0.1`. */
  host: string;
  /** 0 takes any free port. */
  port: number;
  sink: CaptureSink;
  answers: AnswerController;
  gate: SenderGate;
  /** Ends TLS (1.2 or later) in the receiver itself. */
  tls?: ReceiverTls | null;
  /** Where requests come from. By default: the addresses of the specification, nobody shut out, no traffic of our own. */
  provenance?: Provenance;
  /** A request that carries it in `hookloupe-self-test` proves that the receiver answers: 204, and it leaves no record. */
  selfTestSecret?: string;
  limits?: Partial<IntakeLimits>;
  /** Node's own limits, for tests that cannot wait a minute. */
  timeouts?: Pick<http.ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>;
  clock?: Clock;
}

export interface Receiver {
  /** Where a sender on this machine reaches it, with a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Requests accepted and not yet answered, held ones included. */
  inFlight(): number;
  counters(): ReceiverCounters;
  /** Stops accepting, finishes what was accepted (3 s at most), lets held requests go; resolves when every socket is gone. */
  close(): Promise<void>;
}

/** Header of a self-test, see `selfTestSecret`. */
export const selfTestHeader = 'hookloupe-self-test';

const mebibyte = 1024 * 1024;
const defaultLimits: IntakeLimits = {
  maxBodyBytes: 100_000_000,
  keptBodyBytes: mebibyte,
  maxBytesInFlight: 256 * mebibyte,
  keptMalformedBytes: 256 * 1024,
};
const graceMs = 3000;

/** Starts listening. Throws `PORT_TAKEN`, `PORT_REFUSED`, `TLS_INVALID`. */
export async function createReceiver(options: ReceiverOptions): Promise<Receiver> {
  const server = createHttpServer(options.tls ?? null, options.timeouts);
  const sockets = trackTcpSockets(server);
  const intake = createIntake({
    provenance: createProvenance(),
    clock: systemClock,
    ...options,
    limits: { ...defaultLimits, ...options.limits },
    reset: sockets.reset,
  });
  const app = createApp(server, intake, options.selfTestSecret);
  await app.ready();
  const port = await listen(server, options.host, options.port);
  let closing: Promise<void> | null = null;
  return {
    url: `${options.tls ? 'https' : 'http'}://${reachableHost(options.host)}:${port}/`,
    port,
    inFlight: () => intake.inFlight(),
    counters: () => intake.counters(),
    close: () => (closing ??= close()),
  };

  async function close(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve));
    const grace = setTimeout(() => {
      intake.abandon();
      sockets.destroyAll();
    }, graceMs);
    await intake.drain();
    server.closeIdleConnections();
    await closed;
    clearTimeout(grace);
    await app.close();
  }
}

function createApp(server: http.Server, intake: Intake, selfTestSecret?: string): FastifyInstance {
  const app = Fastify<http.Server>({
    serverFactory: (handler) => server.on('request', handler),
    // Routing looks at one path only, so no target can be too odd for it; `originalUrl` keeps the target as sent.
    rewriteUrl: () => '/',
    // Fastify types the packet as its JSON form; it is the Buffer that Node hands over.
    clientErrorHandler: (fault, socket) => intake.fail(fault as unknown as ConnectionFault, socket),
    exposeHeadRoutes: false,
    return503OnClosing: false,
  });
  const receive = ({ raw, originalUrl }: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack();
    if (selfTestSecret !== undefined && raw.headers[selfTestHeader] === selfTestSecret) {
      reply.raw.writeHead(204).end();
      return;
    }
    intake.receive(raw, reply.raw, originalUrl);
  };
  // To Fastify no method has a body: it would refuse content types it cannot parse.
  for (const method of http.METHODS) app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  app.route({ method: http.METHODS, url: '/', handler: receive });
  app.setNotFoundHandler(receive);

  server.on(server instanceof https.Server ? 'secureConnection' : 'connection', intake.connect);
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (request, _socket, head) => intake.receiveConnect(request, head));
  return app;
}

function listen(server: http.Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    // Stays on: later errors are connections that could not be accepted, and their senders try again.
    server.on('error', (cause) => reject(toListenError(cause, { host, port, flag: '--port' })));
    server.listen({ host, port }, () => resolve((server.address() as AddressInfo).port));
  });
}

/** A host that listens everywhere is reached through loopback. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return host === '::' ? '[::1]' : '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
