/** Frame kinds of the muxado protocol: 8-byte header (24-bit length, 4-bit type, 4-bit flags, 32-bit stream id), then a body. */
export const frameTypes = { reset: 0, data: 1, windowIncrement: 2, goAway: 3 } as const;

/** Flags of a data frame: the sender's last byte, and the first frame of a stream. */
export const frameFlags = { fin: 1, syn: 2 } as const;

export interface Frame {
  type: number;
  flags: number;
  streamId: number;
  body: Buffer;
}

const headerBytes = 8;

export function encodeFrame({ type, flags, streamId, body }: Frame): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUIntBE(body.length, 0, 3);
  header.writeUInt8((type << 4) | flags, 3);
  header.writeUInt32BE(streamId, 4);
  return Buffer.concat([header, body]);
}

/** Takes the bytes of a connection as they come and hands out whole frames. */
export function createFrameReader(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  let pending = Buffer.alloc(0);
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= headerBytes) {
      const end = headerBytes + pending.readUIntBE(0, 3);
      if (pending.length < end) return;
      const kind = pending.readUInt8(3);
      const streamId = pending.readUInt32BE(4) & 0x7fffffff;
      onFrame({ type: kind >> 4, flags: kind & 0xf, streamId, body: pending.subarray(headerBytes, end) });
      pending = pending.subarray(end);
    }
  };
}
