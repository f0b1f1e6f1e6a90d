// Tells every open window what changed: counters and the newest rows, at most ten times a second however fast requests arrive.
// A window that cannot keep up gets fewer messages, never a queue.
import type { WebSocket } from 'ws';
import type { DeliveryItem } from '#shared/protocol/delivery.ts';
import type { LiveMessage, Status } from '#shared/protocol/status.ts';

const INTERVAL_MS = 100;
const NEWEST_SHOWN = 50;
/** More than this waiting in a socket: it is skipped until it has caught up. */
const BACKLOG_BYTES = 1_000_000;
const GOODBYE_MS = 300;

export interface LiveStream {
  add(socket: WebSocket): Promise<void>;
  /** Something changed: a message follows within 100 ms. */
  changed(olderChanged: boolean): void;
  close(): void;
}

/** A window that does not answer the goodbye (a sleeping tab) is not waited for. */
function endSocket(socket: WebSocket): void {
  socket.close(1001, 'Hookloupe is closing.');
  const impatience = setTimeout(() => socket.terminate(), GOODBYE_MS);
  socket.once('close', () => clearTimeout(impatience));
}

export function createLiveStream(sources: {
  status: () => Promise<Status>;
  newest: (after: number, through: number) => Promise<DeliveryItem[]>;
  deliveries: () => number;
}): LiveStream {
  const sockets = new Set<WebSocket>();
  let version = 0;
  let told = sources.deliveries();
  let isOlderChanged = false;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  const tell = (message: LiveMessage): void => {
    const text = JSON.stringify(message);
    for (const socket of sockets) if (socket.bufferedAmount < BACKLOG_BYTES) socket.send(text);
  };
  const tick = async (): Promise<void> => {
    const through = sources.deliveries();
    const olderChanged = isOlderChanged || through - told > NEWEST_SHOWN;
    const newest = await sources.newest(Math.max(told, through - NEWEST_SHOWN), through);
    told = through;
    isOlderChanged = false;
    tell({ type: 'changed', status: await sources.status(), version, newest, olderChanged });
  };
  const ticked = (): void => {
    timer = null;
    if (sources.deliveries() !== told || isOlderChanged) schedule();
  };
  const schedule = (): void => {
    if (timer !== null || isClosed || sockets.size === 0) return;
    // A failed read shows itself in the window's own reads; the next change tries again.
    timer = setTimeout(() => void tick().then(ticked, ticked), INTERVAL_MS);
  };

  return {
    async add(socket) {
      const status = await sources.status();
      if (sockets.size === 0) told = sources.deliveries();
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => sockets.delete(socket));
      // Windows only listen: whatever one says is a mistake, and ends the conversation.
      socket.on('message', () => socket.close(1008, 'This stream takes no messages.'));
      socket.send(JSON.stringify({ type: 'hello', status, version } satisfies LiveMessage));
      sockets.add(socket);
    },
    changed(olderChanged) {
      version += 1;
      isOlderChanged ||= olderChanged;
      schedule();
    },
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      for (const socket of sockets) endSocket(socket);
    },
  };
}
