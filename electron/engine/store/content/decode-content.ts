// Undoes Content-Encoding for reading; the stored bytes stay what was received. Nothing throws: what cannot be undone is said in
// words. Each step holds its output up to the limit, so that a bomb costs a few times the limit and no more.
import type { DecodedContent } from '#shared/envelope/read-encoded-body.ts';
import type { HeaderPair } from '#shared/http/header-pair.ts';
import { codingsLimit, codingsOf, contentCodings } from './content-codings.ts';
import { contentLimitBytes, isTooLong, type Decoded } from './run-decoder.ts';

const shownCodingLength = 40;

/** A body with its codings undone, or why not; null where it came without. */
export function decodeContent(body: Uint8Array, rawHeaders: readonly HeaderPair[]): DecodedContent | null {
  const names = codingsOf(rawHeaders);
  if (names.length === 0) return null;
  const unknown = names.find((name) => !contentCodings.has(name));
  if (unknown !== undefined)
    return failed(names, 'unknown', `${quote(unknown)} is not a coding that can be undone here`);
  if (names.length > codingsLimit) {
    return failed(names, 'unknown', `${names.length} codings are more than are undone here (${codingsLimit})`);
  }
  let bytes = body;
  let leftOut = 0;
  for (const name of names.toReversed()) {
    try {
      const decoded = decodeOne(bytes, name);
      leftOut += bytes.length - decoded.read;
      bytes = decoded.bytes;
    } catch (error) {
      return isTooLong(error)
        ? failed(names, 'expands', `${quote(name)} grows beyond ${contentLimitBytes / 1024 / 1024} MB when decoded`)
        : failed(names, 'broken', `the body cannot be read as ${quote(name)} (${reasonOf(error)})`);
    }
  }
  const message =
    leftOut === 0 ? null : `${label(names)}: ${leftOut} bytes after the end of the encoded body are left out`;
  return { codings: names.map(cut), state: 'decoded', decodedBytes: bytes.length, message, bytes };
}

function decodeOne(bytes: Uint8Array, name: string): Decoded {
  const coding = contentCodings.get(name);
  // A request without a body has nothing to undo.
  return coding === undefined || bytes.length === 0 ? { bytes, read: bytes.length } : coding.decode(bytes);
}

function failed(names: readonly string[], state: 'expands' | 'broken' | 'unknown', reason: string): DecodedContent {
  return {
    codings: names.slice(0, codingsLimit).map(cut),
    state,
    decodedBytes: state === 'expands' ? contentLimitBytes : null,
    message: `${label(names)}: ${reason}`,
    bytes: null,
  };
}

/** The decoder's own words, which hold no byte of the body. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'it cannot be decoded';
}

function label(names: readonly string[]): string {
  const shown = names.slice(0, codingsLimit).map(cut).join(', ');
  return `Content-Encoding ${shown}${names.length > codingsLimit ? ', …' : ''}`;
}

function quote(name: string): string {
  return `“${cut(name)}”`;
}

function cut(name: string): string {
  return name.slice(0, shownCodingLength);
}
