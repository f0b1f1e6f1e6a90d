import type { BodyQuery } from '#shared/protocol/query.ts';
import type { BodyCoding } from '../queries/bytes/request-body.ts';
import type { StoreReader } from '../store-reader.ts';
import { decodeContentHead } from './decode-content-head.ts';
import { contentLimitBytes } from './run-decoder.ts';

/**
 * The body of a request as asked for. Of one that does not decode to its end, the decoded view has the bytes up to there: of a bomb
 * the first ones. Rejects with `REQUEST_NOT_FOUND`.
 */
export async function readRequestBody(reader: StoreReader, id: number, query: BodyQuery): Promise<Uint8Array> {
  if (query.view === 'raw') return reader.read('bodyView', { id, ...query });
  const { rawHeaders, contentEncoding, isTokenRequest } = fromJson(await reader.read('bodyCoding', id)) as BodyCoding;
  const isPartial = contentEncoding?.state === 'expands' || contentEncoding?.state === 'broken';
  const isMasked = isTokenRequest && query.reveal === undefined;
  if (!isPartial || isMasked) return reader.read('bodyView', { id, ...query });
  return decodeContentHead(await reader.read('body', id), rawHeaders, query.limit ?? contentLimitBytes);
}

/** What our own reader wrote a moment ago. */
function fromJson(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
}
