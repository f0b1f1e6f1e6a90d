import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { createMuxSession } from './mux-session.ts';
import {
  createJsonCollector,
  proxyHeader,
  readTypedStream,
  refusalOf,
  streamHead,
  streamTypes,
  type AuthRequest,
  type BindRequest,
} from './rpc.ts';

/** An answer to a request of the agent: null accepts, an error refuses, `silence` never answers. */
export type Verdict = { Error: string } | 'silence' | null;

/** A URL bound by an agent. */
export interface BoundTunnel {
  id: string;
  host: string;
  /** Opens a connection to the agent's local server, as the edge does for a client. */
  connect(clientAddress: string): Duplex;
  /** Tells the agent that the service ended the tunnel. */
  stop(message: string, code: number): void;
}

/** What the service decides and keeps while agents come and go. */
export interface ServiceState {
  tunnels: Map<string, BoundTunnel>;
  heartbeatsMuted: boolean;
  defaultHost: string;
  onAuth: (request: AuthRequest) => Verdict;
  onBind: (request: BindRequest) => Verdict;
}

export interface AgentConnection {
  freeze(): void;
  destroy(): void;
}

/** Serves one agent: heartbeats, sign-in, bind and unbind. Its tunnels go offline when its connection closes. */
export function serveAgent(socket: Duplex, service: ServiceState): AgentConnection {
  const session = createMuxSession(socket, (stream) => {
    const collect = createJsonCollector();
    readTypedStream(stream, (type, bytes) => {
      if (type === streamTypes.heartbeat) {
        if (!service.heartbeatsMuted) stream.write(bytes);
        return;
      }
      const request = collect(bytes);
      if (request === null) return;
      const reply = answer(type, request);
      if (reply !== 'silence') stream.end(JSON.stringify(reply));
    });
  });

  const answer = (type: number, request: unknown): object | 'silence' => {
    if (type === streamTypes.auth) {
      return service.onAuth(request as AuthRequest) ?? { Version: '3', ClientId: randomUUID() };
    }
    if (type === streamTypes.bind) return bind(request as BindRequest);
    const { Id } = request as { Id: string };
    service.tunnels.delete(Id);
    return {};
  };

  const bind = (request: BindRequest): object | 'silence' => {
    const verdict = service.onBind(request);
    if (verdict !== null) return verdict;
    const host = request.Opts.Domain === '' ? service.defaultHost : request.Opts.Domain;
    if ([...service.tunnels.values()].some((tunnel) => tunnel.host === host)) {
      return refusalOf(`The endpoint 'https://${host}' is already online.`, 334);
    }
    const tunnel = boundTunnel(host);
    service.tunnels.set(tunnel.id, tunnel);
    socket.on('close', () => service.tunnels.delete(tunnel.id));
    return {
      Id: tunnel.id,
      URL: `https://${host}`,
      Proto: 'https',
      Opts: { ...request.Opts, Hostname: host },
      Extra: { Token: tunnel.id },
    };
  };

  const boundTunnel = (host: string): BoundTunnel => {
    const id = randomUUID();
    return {
      id,
      host,
      connect: (clientAddress) => session.open(streamHead(streamTypes.proxy, proxyHeader(id, clientAddress))),
      stop: (Message, code) => {
        const message = JSON.stringify({ Id: id, Message, ErrorCode: `ERR_NGROK_${code}` });
        session.open(streamHead(streamTypes.stopTunnel, Buffer.from(message))).end();
      },
    };
  };
  return session;
}
