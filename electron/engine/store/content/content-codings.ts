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
import { headerValues, type HeaderPair } from '#shared/http/header-pair.ts';

/** Bytes a body may decode to; beyond it the body is a bomb, or too long to be looked at. */
export const contentLimitBytes = 16 * 1024 * 1024;

/** More codings than this on one body are not undone: each could expand again. */
export const codingsLimit = 8;

/** Output of a decoder, and how many bytes of its input it read. */
export interface Decoded {
  bytes: Uint8Array;
  read: number;
}

export interface Coding {
  /** Throws where the bytes are not of that coding; `isTooLong` says whether more than the limit would come out. */
  decode(bytes: Uint8Array): Decoded;
  /** Streams that may fit, in order: the next one is tried where one gives nothing. */
  streams: readonly (() => NodeJS.ReadWriteStream & { destroy(): unknown })[];
}

// The window a decoder must hold is the sender's choice up to here: 16 MB, twice what the coding allows (RFC 9659).
const zstdParams = { [constants.ZSTD_d_windowLogMax]: 24 };
const zstdFrameLimit = 100;

const gzip: Coding = { decode: (bytes) => decodeBy(gunzipSync, bytes), streams: [() => createGunzip()] };

/** Codings by name in lower case. */
export const contentCodings: ReadonlyMap<string, Coding> = new Map<string, Coding>([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', { decode: decodeDeflate, streams: [() => createInflate(), () => createInflateRaw()] }],
  ['br', { decode: (bytes) => decodeBy(brotliDecompressSync, bytes), streams: [() => createBrotliDecompress()] }],
  ['zstd', { decode: decodeZstd, streams: [() => createZstdDecompress({ params: zstdParams })] }],
]);

/** The codings a body came with, in the order they were applied, in lower case; `identity` is left out. */
export function codingsOf(rawHeaders: readonly HeaderPair[]): string[] {
  return headerValues(rawHeaders, 'content-encoding')
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

/** Whether a decoder stopped because more than the limit would come out. */
export function isTooLong(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}

type Decompress = (bytes: Uint8Array, options: { maxOutputLength: number; info: true }) => unknown;

function decodeBy(decompress: Decompress, bytes: Uint8Array, maxOutputLength = contentLimitBytes): Decoded {
  const result = decompress(bytes, { maxOutputLength, info: true });
  if (!isDecompressed(result)) throw new Error('the decoder gave no output');
  return { bytes: result.buffer, read: result.engine.bytesWritten };
}

/** Asked for `info`, Node gives the output with the engine, which counts what it read; its types say a buffer. */
function isDecompressed(result: unknown): result is { buffer: Buffer; engine: { bytesWritten: number } } {
  return typeof result === 'object' && result !== null && 'buffer' in result && 'engine' in result;
}

/** The coding's name means the zlib format (RFC 9110, 8.4.1.2); some senders leave its frame out. */
function decodeDeflate(bytes: Uint8Array): Decoded {
  try {
    return decodeBy(inflateSync, bytes);
  } catch (error) {
    if (isTooLong(error)) throw error;
    return decodeBy(inflateRawSync, bytes);
  }
}

/** Frames one after the other are one body (RFC 8878, 3); the decoder stops after the first. */
function decodeZstd(bytes: Uint8Array): Decoded {
  const frames: Uint8Array[] = [];
  let length = 0;
  let read = 0;
  do {
    const frame = decodeBy(decompressZstd, bytes.subarray(read), Math.max(1, contentLimitBytes - length));
    frames.push(frame.bytes);
    length += frame.bytes.length;
    read += frame.read;
  } while (frames.length < zstdFrameLimit && startsZstdFrame(bytes.subarray(read, read + 4)));
  return { bytes: Buffer.concat(frames), read };
}

const decompressZstd: Decompress = (bytes, options) => zstdDecompressSync(bytes, { ...options, params: zstdParams });

function startsZstdFrame([first = 0, ...rest]: Uint8Array): boolean {
  const others = Buffer.from(rest).toString('hex');
  return (first === 0x28 && others === 'b52ffd') || ((first & 0xf0) === 0x50 && others === '2a4d18');
}
