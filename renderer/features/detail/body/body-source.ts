import type { ContentEncoding, RequestRecord } from '#shared/protocol/delivery.ts';

/** How the body is looked at. */
export const bodyForms = ['pretty', 'decoded', 'raw', 'hex'] as const;
export type BodyForm = (typeof bodyForms)[number];

/** Above this, laying out takes longer than a person waits; then the head is shown and the whole can be saved. */
export const longestShownBytes = 10_000_000;
const headBytes = 1_000_000;

/** What to read of a body for a form of it. */
export interface BodySource {
  view: 'raw' | 'decoded';
  /** Bytes from the start; undefined for all. */
  limit: number | undefined;
  /** Bytes there are; null where nobody counted them (a bomb, or a body that breaks off while it is decoded). */
  totalBytes: number | null;
}

/** Whether there are decoded bytes to look at, be it only the first of them. */
export function hasDecoded(encoding: ContentEncoding | null): encoding is ContentEncoding {
  return encoding !== null && encoding.state !== 'unknown';
}

/** Pretty reads what was decoded where that worked to the end or into a bomb; Raw and Hex always read the bytes as received. */
export function bodySource(
  form: BodyForm,
  { sizeBytes, contentEncoding }: Pick<RequestRecord, 'sizeBytes' | 'contentEncoding'>,
): BodySource {
  const isWanted = form === 'decoded' || (form === 'pretty' && contentEncoding?.state !== 'broken');
  if (!isWanted || !hasDecoded(contentEncoding)) return { view: 'raw', ...cut(sizeBytes) };
  const { state, decodedBytes } = contentEncoding;
  if (state !== 'decoded' || decodedBytes === null) return { view: 'decoded', limit: headBytes, totalBytes: null };
  return { view: 'decoded', ...cut(decodedBytes) };
}

function cut(totalBytes: number): Pick<BodySource, 'limit' | 'totalBytes'> {
  return { limit: totalBytes > longestShownBytes ? headBytes : undefined, totalBytes };
}
