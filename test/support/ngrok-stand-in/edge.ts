import { request as forwardRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificate.ts';
import type { BoundTunnel } from './agent-connection.ts';

/** Address of the client as the edge reports it; a documentation address, since every test client is on this machine. */
export const clientAddress = '203.0.113.7';

export interface Edge {
  port: number;
  close(): Promise<void>;
}

/** The public side: ends TLS, adds what ngrok adds, and passes the request to the tunnel that owns the host. */
export async function startEdge(
  certificate: Certificate,
  tunnelOf: (host: string) => BoundTunnel | undefined,
): Promise<Edge> {
  const server = createServer({ key: certificate.keyPem, cert: certificate.certPem }, (request, response) => {
    const tunnel = tunnelOf((request.headers.host ?? '').split(':', 1).join(''));
    if (tunnel === undefined) {
      response.writeHead(404, { 'ngrok-error-code': 'ERR_NGROK_3200' }).end('The endpoint is offline.');
      return;
    }
    pass(request, response, tunnel);
  });
  await listenOnLoopback(server);
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function pass(request: IncomingMessage, response: ServerResponse, tunnel: BoundTunnel): void {
  const { method, url, headers } = request;
  const host = headers.host ?? '';
  const upstream = forwardRequest(
    {
      method,
      path: url,
      setHost: false,
      createConnection: () => tunnel.connect(`${clientAddress}:51234`),
      headers: {
        ...headers,
        'x-forwarded-for': append(headers['x-forwarded-for'], clientAddress),
        'x-forwarded-proto': append(headers['x-forwarded-proto'], 'https'),
        'x-forwarded-host': headers['x-forwarded-host'] ?? host,
      },
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  upstream.on('error', () => response.destroy());
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
}

function append(given: string | string[] | undefined, value: string): string {
  return given === undefined ? value : `${String(given)}, ${value}`;
}

function listenOnLoopback(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
}
