// Runs the decoders of node:zlib on a stranger's bytes: what comes out is limited, whether they are whole or break off.

/** Bytes a body may decode to; beyond it the body is a bomb, or too long to be looked at. */
export const contentLimitBytes = 16 * 1024 * 1024;

/** Where the end of what decodes is looked for: to one part in so many, so that damage costs a dozen attempts and no more. */
const salvageSteps = 4096;

/** Output of a decoder, and how many bytes of its input it read. */
export interface Decoded {
  bytes: Uint8Array;
  read: number;
}

export interface DecoderOptions {
  maxOutputLength: number;
  info: true;
  /** With a flush instead of an end, input that breaks off is no error. */
  finishFlush?: number;
}

/** One of the synchronous decoders of node:zlib. */
export type Decoder = (bytes: Uint8Array, options: DecoderOptions) => unknown;

/** Output of a decoder for the whole of the bytes. Throws what the decoder throws; see `isTooLong`. */
export function runDecoder(
  decoder: Decoder,
  bytes: Uint8Array,
  options: Pick<DecoderOptions, 'finishFlush'> & { maxOutputLength?: number } = {},
): Decoded {
  const result = decoder(bytes, { maxOutputLength: contentLimitBytes, ...options, info: true });
  if (!isDecompressed(result)) throw new Error('the decoder gave no output');
  return { bytes: result.buffer, read: result.engine.bytesWritten };
}

/** Whether a decoder stopped because more than the limit would come out. */
export function isTooLong(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}

/**
 * Output for the longest beginning of the bytes that decodes within the limit; empty where none does. A decoder that fails gives
 * nothing of what it had, so the end is found by halving. Never throws.
 */
export function salvageDecoded(
  decoder: Decoder,
  bytes: Uint8Array,
  options: Required<Pick<DecoderOptions, 'finishFlush' | 'maxOutputLength'>>,
): Uint8Array {
  const whole = tryDecoder(decoder, bytes, options);
  if (whole !== null) return whole;
  let salvaged: Uint8Array = new Uint8Array();
  let good = 0;
  let bad = bytes.length;
  while (bad - good > Math.max(1, bytes.length / salvageSteps)) {
    const middle = Math.floor((good + bad) / 2);
    const decoded = tryDecoder(decoder, bytes.subarray(0, middle), options);
    if (decoded === null) bad = middle;
    else {
      good = middle;
      salvaged = decoded;
    }
  }
  return salvaged;
}

function tryDecoder(
  decoder: Decoder,
  bytes: Uint8Array,
  options: Pick<DecoderOptions, 'finishFlush' | 'maxOutputLength'>,
): Uint8Array | null {
  try {
    return runDecoder(decoder, bytes, options).bytes;
  } catch {
    return null; // broken, or beyond the limit: either way a shorter beginning may do
  }
}

/** Asked for `info`, Node gives the output with the engine, which counts what it read; its types say a buffer. */
function isDecompressed(result: unknown): result is { buffer: Buffer; engine: { bytesWritten: number } } {
  return typeof result === 'object' && result !== null && 'buffer' in result && 'engine' in result;
}
