/** A place in a text by its bytes, and as editors count: lines and columns from 1, a column is a character. */
export interface TextPosition {
  offset: number;
  line: number;
  column: number;
}

export const textStart: TextPosition = { offset: 0, line: 1, column: 1 };

/**
 * The position of a later byte. Line breaks are LF, CR and CR LF. Costs one step per byte in between, so whoever needs many positions
 * goes from one to the next.
 */
export function advanceTo(bytes: Uint8Array, from: TextPosition, offset: number): TextPosition {
  let { line, column } = from;
  const end = Math.min(offset, bytes.length);
  for (let at = from.offset; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte === 0x0a || (byte === 0x0d && bytes[at + 1] !== 0x0a)) {
      line += 1;
      column = 1;
    } else if ((byte & 0xc0) !== 0x80) column += 1;
  }
  return { offset: end, line, column };
}
