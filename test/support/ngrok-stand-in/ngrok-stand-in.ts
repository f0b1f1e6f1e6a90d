// A stand-in for the ngrok service on 127.0.0.1: agents of the real SDK sign in and bind URLs here, and its edge passes HTTPS
// requests to them. It proves our code and the SDK against the agent protocol; what the real service answers in detail is its own.
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { createServer, type TLSSocket } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { serveAgent, type AgentConnection, type ServiceState } from './agent-connection.ts';
import { generateCertificate } from './certificate.ts';
import { startEdge } from './edge.ts';

/** An answer that came back through the edge. */
export interface EdgeAnswer {
  status: number;
  body: Buffer;
}

export interface NgrokStandIn {
  /** "host:port" that agents dial. */
  serverAddr: string;
  certPem: string;
  /** Hooks and bound URLs; hooks may be replaced at any time. */
  service: ServiceState;
  /** Connections of agents now. */
  agentCount(): number;
  /** Sends a request to a public URL, as a client on the internet would. */
  fetch(
    url: string,
    init?: { method?: string; headers?: Record<string, string>; body?: Uint8Array },
  ): Promise<EdgeAnswer>;
  /** Cuts every agent off; they may come back at once. */
  dropAll(): void;
  /** Leaves every agent connected to nothing: no byte is read or answered any more. */
  freezeAll(): void;
  /** Cuts every agent off and refuses connections until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

export async function startNgrokStandIn(): Promise<NgrokStandIn> {
  const certificate = await generateCertificate();
  const service: ServiceState = {
    tunnels: new Map(),
    heartbeatsMuted: false,
    defaultHost: 'demo.ngrok-free.test',
    onAuth: () => null,
    onBind: () => null,
  };
  const agents = new Map<TLSSocket, AgentConnection>();
  const server = createServer({ key: certificate.keyPem, cert: certificate.certPem }, (socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => undefined); // cut off by a test or by the agent's process
    socket.on('close', () => agents.delete(socket));
    agents.set(socket, serveAgent(socket, service));
  });
  const edge = await startEdge(certificate, (host) => [...service.tunnels.values()].find((one) => one.host === host));
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;

  const dropAll = (): void => {
    for (const agent of agents.values()) agent.destroy();
  };
  const down = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    dropAll();
    await closed;
  };
  return {
    serverAddr: `127.0.0.1:${port}`,
    certPem: certificate.certPem,
    service,
    agentCount: () => agents.size,
    fetch: (url, init = {}) => fetchThroughEdge(url, init, { port: edge.port, ca: certificate.certPem }),
    dropAll,
    freezeAll: () => {
      for (const agent of agents.values()) agent.freeze();
    },
    down,
    up: () => listen(port),
    close: async () => {
      if (server.listening) await down();
      await edge.close();
    },
  };
}

function fetchThroughEdge(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: Uint8Array },
  { port, ca }: { port: number; ca: string },
): Promise<EdgeAnswer> {
  const { hostname, pathname, search } = new URL(url);
  const options: RequestOptions = {
    host: '127.0.0.1',
    port,
    ca,
    servername: hostname,
    method,
    path: pathname + search,
    headers: { host: hostname, ...headers },
    agent: false,
  };
  return new Promise((resolve, reject) => {
    const request = httpsRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}
