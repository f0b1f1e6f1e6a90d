import type { HeaderPair } from '#shared/http/header-pair.ts';
import { codingsLimit, codingsOf, contentCodings, type Coding } from './content-codings.ts';
import { contentLimitBytes } from './run-decoder.ts';

/**
 * The first bytes of a body with its codings undone, at most `limit` and at most `contentLimitBytes`, also of a bomb and of a body
 * that breaks off; the first bytes as received where nothing can be undone. Never throws; decodes in pieces on other threads.
 */
export async function decodeContentHead(
  body: Uint8Array,
  rawHeaders: readonly HeaderPair[],
  limit: number,
): Promise<Uint8Array> {
  const names = codingsOf(rawHeaders).slice(-codingsLimit);
  let bytes = body;
  for (const [index, name] of [...names.entries()].toReversed()) {
    const decoded = await decodeHead(bytes, name, index === 0 ? Math.min(limit, contentLimitBytes) : contentLimitBytes);
    if (decoded.length === 0) return body.subarray(0, limit);
    bytes = decoded;
  }
  return bytes.subarray(0, limit);
}

async function decodeHead(bytes: Uint8Array, name: string, limit: number): Promise<Uint8Array> {
  for (const createStream of contentCodings.get(name)?.streams ?? []) {
    const head = await readHead(bytes, createStream(), limit);
    if (head.length > 0) return head;
  }
  return new Uint8Array();
}

async function readHead(
  bytes: Uint8Array,
  stream: ReturnType<Coding['streams'][number]>,
  limit: number,
): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  stream.end(bytes);
  try {
    for await (const chunk of stream) {
      // A stream of bytes in binary mode gives buffers.
      const piece = chunk as Buffer;
      chunks.push(piece.subarray(0, limit - length));
      length += piece.length;
      if (length >= limit) break;
    }
  } catch {
    // Broken from here on: what came before is still worth seeing.
  } finally {
    stream.destroy();
  }
  return Buffer.concat(chunks);
}
