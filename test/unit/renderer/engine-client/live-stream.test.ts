import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLiveStream, type LiveSocket } from '#renderer/engine-client/live-stream.ts';

interface FakeSocket extends LiveSocket {
  readonly url: string;
  readonly protocols: string[];
  say(text: string): void;
  drop(): void;
  closed: boolean;
}

function createFakeSocket(url: string, protocols: string[]): FakeSocket {
  const onMessage: ((event: { data: unknown }) => void)[] = [];
  const onClose: (() => void)[] = [];
  return {
    url,
    protocols,
    closed: false,
    addEventListener(type: 'message' | 'close', listener: (event: { data: unknown }) => void) {
      if (type === 'message') onMessage.push(listener);
      else onClose.push(() => listener({ data: null }));
    },
    say: (data) => onMessage.forEach((listener) => listener({ data })),
    drop: () => onClose.forEach((listener) => listener()),
    close() {
      this.closed = true;
      this.drop();
    },
  };
}

describe('the live stream', () => {
  const sockets: FakeSocket[] = [];
  const log: string[] = [];
  let stream: { close: () => void };
  const newest = (): FakeSocket => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error('No socket was opened.');
    return socket;
  };

  beforeEach(() => {
    vi.useFakeTimers();
    sockets.length = 0;
    log.length = 0;
    stream = createLiveStream({
      origin: 'http://127.0.0.1:4181',
      token: 'secret',
      onMessage: ({ type }) => log.push(type),
      onConnection: (connection) => log.push(connection),
      createSocket: (url, protocols) => {
        const socket = createFakeSocket(url, protocols);
        sockets.push(socket);
        return socket;
      },
    });
  });
  afterEach(() => {
    stream.close();
    vi.useRealTimers();
  });

  it('shows its token as a subprotocol, never in the address', () => {
    expect(newest().url).toBe('ws://127.0.0.1:4181/api/v1/live');
    expect(newest().protocols).toEqual(['hookloupe', 'token.secret']);
  });

  it('is open with the snapshot, and away when the engine hangs up', () => {
    newest().say('{"type":"hello"}');
    newest().drop();
    expect(log).toEqual(['open', 'hello', 'away']);
  });

  it('comes back by itself, waiting longer each time', () => {
    newest().drop();
    vi.advanceTimersByTime(250);
    expect(sockets).toHaveLength(2);
    newest().drop();
    vi.advanceTimersByTime(499);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(3);
    for (let i = 0; i < 10; i += 1) {
      newest().drop();
      vi.advanceTimersByTime(5000);
    }
    expect(sockets).toHaveLength(13);
  });

  it('stays closed once it was closed', () => {
    stream.close();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(newest().closed).toBe(true);
    expect(log).toEqual([]);
  });
});
