import { Duplex } from 'node:stream';
import { frameFlags, frameTypes, type Frame } from './frame.ts';

/** Bytes each side may have on the way per stream before the other one has read them. */
const windowBytes = 256 * 1024;
const cancelledCode = 6;

export interface MuxStream {
  duplex: Duplex;
  /** Takes a frame that arrived for this stream. */
  receive(frame: Frame): void;
}

/** One stream of a session as an ordinary duplex, with muxado's flow control. `first` says whether this side opens it. */
export function createMuxStream(
  streamId: number,
  { first, send, forget }: { first: boolean; send: (frame: Frame) => void; forget: () => void },
): MuxStream {
  let owed = 0;
  let syn = first ? frameFlags.syn : 0;
  let finSent = false;
  let finReceived = false;

  const sendData = (body: Buffer, flags: number): void => {
    send({ type: frameTypes.data, flags: flags | syn, streamId, body });
    syn = 0;
  };
  const giveBack = (): void => {
    if (owed === 0) return;
    const body = Buffer.alloc(4);
    body.writeUInt32BE(owed);
    owed = 0;
    send({ type: frameTypes.windowIncrement, flags: 0, streamId, body });
  };
  const outgoing = createSendWindow((part) => sendData(part, 0));

  const duplex = new Duplex({
    read: giveBack,
    write: (chunk: Buffer, _encoding, done) => outgoing.write(chunk, done),
    final: (done) => {
      sendData(Buffer.alloc(0), frameFlags.fin);
      finSent = true;
      done();
    },
    destroy: (error, done) => {
      if (!finSent || !finReceived) {
        const body = Buffer.alloc(4);
        body.writeUInt32BE(cancelledCode);
        send({ type: frameTypes.reset, flags: 0, streamId, body });
      }
      forget();
      done(error);
    },
  });

  return {
    duplex,
    receive({ type, flags, body }) {
      if (type === frameTypes.reset) {
        finSent = true;
        finReceived = true;
        duplex.destroy(new Error('The agent reset the stream.'));
      } else if (type === frameTypes.windowIncrement) {
        outgoing.widen(body.readUInt32BE(0));
      } else {
        owed += body.length;
        if (body.length > 0 && duplex.push(body)) giveBack();
        if ((flags & frameFlags.fin) === 0) return;
        finReceived = true;
        duplex.push(null);
      }
    },
  };
}

/** Holds bytes back while the other side has not read enough of the earlier ones. */
function createSendWindow(sendPart: (part: Buffer) => void) {
  let left = windowBytes;
  let blocked: (() => void) | null = null;
  const write = (bytes: Buffer, done: () => void): void => {
    const part = bytes.subarray(0, left);
    left -= part.length;
    if (part.length > 0) sendPart(part);
    if (part.length === bytes.length) return done();
    blocked = () => write(bytes.subarray(part.length), done);
  };
  return {
    write,
    widen(byteCount: number): void {
      left += byteCount;
      const resume = blocked;
      blocked = null;
      resume?.();
    },
  };
}
