// Follows `GET /live` over a WebSocket and comes back by itself: a quarter of a second after the first break, then twice as long each
// time, up to five seconds. The engine's first message is a snapshot, so nothing has to be caught up.
import { apiPrefix } from '#shared/protocol/contract.ts';
import type { LiveMessage } from '#shared/protocol/status.ts';

const firstDelayMs = 250;
const longestDelayMs = 5000;

/** What the stream needs of a WebSocket. */
export interface LiveSocket {
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', listener: () => void): void;
  close(): void;
}

export interface LiveStreamPorts {
  origin: string;
  token: string;
  onMessage: (message: LiveMessage) => void;
  onConnection: (connection: 'open' | 'away') => void;
  createSocket: (url: string, protocols: string[]) => LiveSocket;
}

export function createLiveStream({ origin, token, onMessage, onConnection, createSocket }: LiveStreamPorts): {
  close: () => void;
} {
  const url = new URL(`${apiPrefix}/live`, origin);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  let delayMs = firstDelayMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  let socket: LiveSocket;

  const connect = (): void => {
    socket = createSocket(url.href, ['hookloupe', `token.${token}`]);
    socket.addEventListener('message', ({ data }) => {
      // The engine builds its messages from the same contract.
      const message = JSON.parse(String(data)) as LiveMessage;
      if (message.type === 'hello') {
        delayMs = firstDelayMs;
        onConnection('open');
      }
      onMessage(message);
    });
    socket.addEventListener('close', () => {
      if (closed) return;
      onConnection('away');
      timer = setTimeout(connect, delayMs);
      delayMs = Math.min(delayMs * 2, longestDelayMs);
    });
  };
  connect();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      socket.close();
    },
  };
}
