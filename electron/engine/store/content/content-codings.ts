// The codings of Content-Encoding that can be undone, each with a decoder for the whole and streams for the beginning. A stranger
// chooses the bytes: what comes out is limited, and so is the memory a decoder may ask for.
import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';
import { isBlank } from '#shared/envelope/json/json-span.ts';
import { headerValues, type HeaderPair } from '#shared/http/header-pair.ts';
import { contentLimitBytes, isTooLong, runDecoder, salvageDecoded, type Decoded, type Decoder } from './run-decoder.ts';

/** More codings than this on one body are not undone: each could expand again. */
export const codingsLimit = 8;

export interface Coding {
  /** Throws where the bytes are not of that coding; `isTooLong` says whether more than the limit would come out. */
  decode(bytes: Uint8Array): Decoded;
  /** What comes out up to the limit, or up to where the bytes break off or are not of that coding; may be empty. Never throws. */
  salvage(bytes: Uint8Array): Uint8Array;
  /** Streams that may fit, in order: the next one is tried where one gives nothing. */
  streams: readonly (() => NodeJS.ReadWriteStream & { destroy(): unknown })[];
}

// The window a decoder must hold is the sender's choice up to here: 16 MB, twice what the coding allows (RFC 9659).
const zstdParams = { [constants.ZSTD_d_windowLogMax]: 24 };
// A frame costs tens of microseconds however little is in it: this many take a quarter of a second.
const zstdFrameLimit = 10_000;

/** A line break that a shell or an editor puts after the body; more is no accident. */
const blanksAfterGzip = 4;

const zlibSalvage = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: contentLimitBytes };
const brotliSalvage = { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength: contentLimitBytes };

const gzip: Coding = {
  decode: (bytes) => decodeGzip(bytes),
  salvage: (bytes) => salvageDecoded(gunzipSync, bytes, zlibSalvage),
  streams: [() => createGunzip()],
};

/** Codings by name in lower case. */
export const contentCodings: ReadonlyMap<string, Coding> = new Map<string, Coding>([
  ['gzip', gzip],
  ['x-gzip', gzip],
  [
    'deflate',
    { decode: decodeDeflate, salvage: salvageDeflate, streams: [() => createInflate(), () => createInflateRaw()] },
  ],
  [
    'br',
    {
      decode: (bytes) => runDecoder(brotliDecompressSync, bytes),
      salvage: (bytes) => salvageDecoded(brotliDecompressSync, bytes, brotliSalvage),
      streams: [() => createBrotliDecompress()],
    },
  ],
  ['zstd', { decode: decodeZstd, salvage: salvageZstd, streams: [() => createZstdDecompress({ params: zstdParams })] }],
]);

/** The codings a body came with, in the order they were applied, in lower case; `identity` is left out. */
export function codingsOf(rawHeaders: readonly HeaderPair[]): string[] {
  return headerValues(rawHeaders, 'content-encoding')
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

/** A line break that something put after the body is no part of it. */
function decodeGzip(bytes: Uint8Array, blanks = blanksAfterGzip): Decoded {
  try {
    return runDecoder(gunzipSync, bytes);
  } catch (error) {
    if (isTooLong(error) || blanks === 0 || !isBlank(bytes.at(-1))) throw error;
    return decodeGzip(bytes.subarray(0, -1), blanks - 1);
  }
}

/** The coding's name means the zlib format (RFC 9110, 8.4.1.2); some senders leave its frame out. */
function decodeDeflate(bytes: Uint8Array): Decoded {
  try {
    return runDecoder(inflateSync, bytes);
  } catch (error) {
    if (isTooLong(error)) throw error;
    return runDecoder(inflateRawSync, bytes);
  }
}

function salvageDeflate(bytes: Uint8Array): Uint8Array {
  const framed = salvageDecoded(inflateSync, bytes, zlibSalvage);
  return framed.length > 0 ? framed : salvageDecoded(inflateRawSync, bytes, zlibSalvage);
}

/** Frames one after the other are one body (RFC 8878, 3); the decoder stops after the first. */
function decodeZstd(bytes: Uint8Array): Decoded {
  const body = decodeZstdFrames(bytes);
  if (body.error !== null) throw body.error;
  return { bytes: Buffer.concat(body.frames), read: body.read };
}

/** The whole frames, and what there is of the one after them. */
function salvageZstd(bytes: Uint8Array): Uint8Array {
  const { frames, read, length } = decodeZstdFrames(bytes);
  const maxOutputLength = contentLimitBytes - length;
  if (maxOutputLength === 0 || !startsZstdFrame(bytes.subarray(read, read + 4))) return Buffer.concat(frames);
  const last = salvageDecoded(decompressZstd, bytes.subarray(read), {
    finishFlush: constants.ZSTD_e_flush,
    maxOutputLength,
  });
  return Buffer.concat([...frames, last]);
}

interface ZstdFrames {
  frames: Uint8Array[];
  /** Bytes of all frames together. */
  length: number;
  read: number;
  /** Why the next frame is not among them; null where no frame follows. */
  error: unknown;
}

function decodeZstdFrames(bytes: Uint8Array): ZstdFrames {
  const found: ZstdFrames = { frames: [], length: 0, read: 0, error: null };
  do {
    try {
      const maxOutputLength = Math.max(1, contentLimitBytes - found.length);
      const frame = runDecoder(decompressZstd, bytes.subarray(found.read), { maxOutputLength });
      found.frames.push(frame.bytes);
      found.length += frame.bytes.length;
      found.read += frame.read;
    } catch (error) {
      return { ...found, error };
    }
    if (!startsZstdFrame(bytes.subarray(found.read, found.read + 4))) return found;
  } while (found.frames.length < zstdFrameLimit);
  return { ...found, error: new Error(`more than ${zstdFrameLimit.toLocaleString('en')} frames`) };
}

const decompressZstd: Decoder = (bytes, options) => zstdDecompressSync(bytes, { ...options, params: zstdParams });

function startsZstdFrame([first = 0, ...rest]: Uint8Array): boolean {
  const others = Buffer.from(rest).toString('hex');
  return (first === 0x28 && others === 'b52ffd') || ((first & 0xf0) === 0x50 && others === '2a4d18');
}
