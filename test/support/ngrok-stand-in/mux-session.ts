import type { Duplex } from 'node:stream';
import { createFrameReader, encodeFrame, frameFlags, frameTypes, type Frame } from './frame.ts';
import { createMuxStream, type MuxStream } from './mux-stream.ts';

export interface MuxSession {
  /** Opens a stream towards the agent; `head` is its type and first message, sent as one frame. */
  open(head: Buffer): Duplex;
  /** From now on nothing is sent or read, while the connection stays: a half-open connection. */
  freeze(): void;
  destroy(): void;
}

/** The server side of muxado over one connection. Streams that the agent opens go to `onStream`. */
export function createMuxSession(socket: Duplex, onStream: (stream: Duplex) => void): MuxSession {
  const streams = new Map<number, MuxStream>();
  let nextId = 2;
  let frozen = false;

  const send = (frame: Frame): void => {
    if (!frozen && socket.writable) socket.write(encodeFrame(frame));
  };
  const add = (streamId: number, first: boolean): MuxStream => {
    const stream = createMuxStream(streamId, { first, send, forget: () => void streams.delete(streamId) });
    stream.duplex.on('error', () => undefined); // a stream the agent gave up; the edge sees its own end of it
    streams.set(streamId, stream);
    return stream;
  };
  const receive = (frame: Frame): void => {
    if (frozen || frame.type === frameTypes.goAway) return;
    const opens = frame.type === frameTypes.data && (frame.flags & frameFlags.syn) !== 0;
    const stream = opens ? add(frame.streamId, false) : streams.get(frame.streamId);
    stream?.receive(frame);
    if (opens && stream !== undefined) onStream(stream.duplex);
  };

  socket.on('data', createFrameReader(receive));
  socket.on('close', () => {
    for (const { duplex } of streams.values()) duplex.destroy();
  });
  return {
    open(head) {
      const { duplex } = add(nextId, true);
      nextId += 2;
      duplex.write(head);
      return duplex;
    },
    freeze: () => {
      frozen = true;
    },
    destroy: () => void socket.destroy(),
  };
}
