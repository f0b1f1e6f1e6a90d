import type { Server, Socket } from 'node:net';

/** The TCP sockets of a server, which under TLS are not the sockets that requests arrive on. */
export interface TcpSockets {
  /** Ends a connection so that the peer sees a reset; over TLS only the TCP socket underneath can send one. */
  reset(socket: Socket): void;
  /** Ends every connection, also one that is still in its TLS handshake. */
  destroyAll(): void;
}

export function trackTcpSockets(server: Server): TcpSockets {
  const sockets = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const endpoint = endpointOf(socket);
    sockets.set(endpoint, socket);
    socket.on('close', () => sockets.delete(endpoint));
  });
  return {
    reset: (socket) => void (sockets.get(endpointOf(socket)) ?? socket).resetAndDestroy(),
    destroyAll() {
      for (const socket of sockets.values()) socket.destroy();
    },
  };
}

const endpointOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
