import type { Duplex } from 'node:stream';

/** What a stream is for: the big-endian number in its first four bytes. */
export const streamTypes = { auth: 0, bind: 1, unbind: 2, proxy: 3, stopTunnel: 9, heartbeat: 0xffffffff } as const;

/** What an agent asks when it signs in, binds a URL or gives it back; only what the stand-in looks at. */
export interface AuthRequest {
  Extra: { AuthToken: string };
}
export interface BindRequest {
  ForwardsTo: string;
  Opts: { Domain: string };
}

/** A refusal as the service words it: the code stands on a line of its own. */
export function refusalOf(message: string, code: number): { Error: string } {
  return { Error: `${message}\n\nERR_NGROK_${code}\n` };
}

/** The first bytes of a stream that the service opens. */
export function streamHead(type: number, message: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(type);
  return Buffer.concat([head, message]);
}

/** First message of a proxied connection: a little-endian length, then JSON. */
export function proxyHeader(tunnelId: string, clientAddress: string): Buffer {
  const json = Buffer.from(
    JSON.stringify({ Id: tunnelId, ClientAddr: clientAddress, Proto: 'https', EdgeType: '0', PassthroughTLS: false }),
  );
  const length = Buffer.alloc(8);
  length.writeBigInt64LE(BigInt(json.length));
  return Buffer.concat([length, json]);
}

/** Reads a stream's type, then gives it and every later chunk of bytes to `onBytes`. */
export function readTypedStream(stream: Duplex, onBytes: (type: number, bytes: Buffer) => void): void {
  let head = Buffer.alloc(0);
  let type: number | null = null;
  stream.on('data', (chunk: Buffer) => {
    if (type !== null) return onBytes(type, chunk);
    head = Buffer.concat([head, chunk]);
    if (head.length < 4) return;
    type = head.readUInt32BE(0);
    if (head.length > 4) onBytes(type, head.subarray(4));
  });
}

/** Collects the JSON of a request, which ends with neither a length nor an end of stream; null until it is whole. */
export function createJsonCollector(): (bytes: Buffer) => unknown {
  let text = '';
  return (bytes) => {
    text += bytes.toString('utf8');
    try {
      return JSON.parse(text);
    } catch {
      return null; // more to come
    }
  };
}
