import net from 'node:net';

/** What came back on a raw connection until it closed. */
export interface RawExchange {
  /** Everything received, latin1. */
  text: string;
  /** Status codes of the answers, in order; interim ones are left out. */
  statuses: number[];
  /** The peer reset the connection. */
  reset: boolean;
}

/** A raw TCP connection to a receiver under test. */
export interface RawConnection {
  readonly socket: net.Socket;
  write(bytes: string | Uint8Array): void;
  /** Resolves once so many answers came, or the connection closed. */
  answers(count: number): Promise<RawExchange>;
  /** Resolves once the connection is closed. */
  closed(): Promise<RawExchange>;
}

export async function connectRaw(port: number): Promise<RawConnection> {
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  let reset = false;
  let closed = false;
  const watchers = new Set<() => void>();
  const changed = (): void => {
    for (const watch of watchers) watch();
  };
  const read = (): RawExchange => ({ text, reset, statuses: statusesOf(text) });
  const until = (condition: () => boolean): Promise<RawExchange> =>
    new Promise((resolve) => {
      const watch = (): void => {
        if (!condition()) return;
        watchers.delete(watch);
        resolve(read());
      };
      watchers.add(watch);
      watch();
    });

  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text += chunk;
    changed();
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    reset ||= error.code === 'ECONNRESET';
  });
  socket.on('end', () => socket.end());
  socket.on('close', () => {
    closed = true;
    changed();
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    socket,
    write: (bytes) => void socket.write(bytes),
    answers: (count) => until(() => closed || statusesOf(text).length >= count),
    closed: () => until(() => closed),
  };
}

const statusesOf = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)).filter((status) => status >= 200);
