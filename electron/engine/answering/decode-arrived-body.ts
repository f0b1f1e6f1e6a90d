import { codingsLimit, codingsOf, contentCodings, type Coding } from '#engine/store/content/content-codings.ts';
import type { HeaderPair } from '#shared/http/header-pair.ts';

/**
 * A body with its codings undone, on other threads; `too-long` where more than `limit` bytes would come out, null where it is not what its
 * header says: then the bytes as received are all there is. Never rejects.
 */
export async function decodeArrivedBody(
  body: Uint8Array,
  rawHeaders: readonly HeaderPair[],
  limit: number,
): Promise<Uint8Array | 'too-long' | null> {
  const names = codingsOf(rawHeaders);
  if (names.length > codingsLimit) return null;
  let bytes = body;
  for (const name of names.toReversed()) {
    const coding = contentCodings.get(name);
    if (coding === undefined) return null;
    const decoded = bytes.length === 0 ? bytes : await decodeOne(bytes, coding, limit);
    if (decoded === null || decoded === 'too-long') return decoded;
    bytes = decoded;
  }
  return bytes;
}

async function decodeOne(
  bytes: Uint8Array,
  { streams }: Coding,
  limit: number,
): Promise<Uint8Array | 'too-long' | null> {
  for (const createStream of streams) {
    const decoded = await decodeBy(createStream(), bytes, limit);
    if (decoded !== null) return decoded;
  }
  return null;
}

async function decodeBy(
  stream: ReturnType<Coding['streams'][number]>,
  bytes: Uint8Array,
  limit: number,
): Promise<Uint8Array | 'too-long' | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  stream.end(bytes);
  try {
    for await (const chunk of stream) {
      // A stream of bytes in binary mode gives buffers.
      const piece = chunk as Buffer;
      length += piece.length;
      if (length > limit) return 'too-long';
      chunks.push(piece);
    }
    return Buffer.concat(chunks);
  } catch {
    return null; // not of that coding
  } finally {
    stream.destroy();
  }
}
