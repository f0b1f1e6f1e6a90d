export const bytesPerHexRow = 16;

/** One line of the hex view: offset, up to 16 byte pairs, and the same bytes as ASCII with dots for the rest. */
export interface HexRow {
  offset: string;
  bytes: string[];
  ascii: string;
}

export function countHexRows(sizeBytes: number): number {
  return Math.ceil(sizeBytes / bytesPerHexRow);
}

export function readHexRow(body: Uint8Array, index: number): HexRow {
  const start = index * bytesPerHexRow;
  const slice = Array.from(body.subarray(start, start + bytesPerHexRow));
  return {
    offset: start.toString(16).padStart(6, '0'),
    bytes: slice.map((byte) => byte.toString(16).padStart(2, '0')),
    ascii: slice.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join(''),
  };
}
