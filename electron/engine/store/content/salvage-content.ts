import type { HeaderPair } from '#shared/http/header-pair.ts';
import { codingsLimit, codingsOf, contentCodings } from './content-codings.ts';
import { contentLimitBytes } from './run-decoder.ts';

/**
 * The beginning of a body that does not decode to its end, with its codings undone as far as they go, at most `contentLimitBytes`;
 * null where nothing can be undone. Never throws. `decodeContent` says first whether that is needed: this costs a dozen times as much.
 */
export function salvageContent(body: Uint8Array, rawHeaders: readonly HeaderPair[]): Uint8Array | null {
  const codings = codingsOf(rawHeaders).map((name) => contentCodings.get(name));
  if (codings.length > codingsLimit) return null;
  // Not longer than what may come out: what stands further back in a body is as far away.
  let bytes = body.subarray(0, contentLimitBytes);
  for (const coding of codings.toReversed()) {
    if (coding === undefined) return null;
    bytes = coding.salvage(bytes);
  }
  return bytes.length === 0 ? null : bytes;
}
