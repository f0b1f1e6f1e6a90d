// Finds values that are nested so deep that reading them would take gigabytes: parsers keep something for every level, and ten megabytes
// of `[` are ten million levels. Looks at bytes, builds nothing.
import { jsonByte } from './json-span.ts';
import { scanJsonValue } from './scan-json-value.ts';

/** Levels that are read. */
export const depthLimit = 1_000_000;

const lineFeed = 0x0a;

/**
 * Offset of the first bracket or brace beyond the limit; null where none is. Brackets that broken lines leave open do not add up: within
 * one line they count as they stand, beyond it only where the JSON holds that far.
 */
export function findTooDeep(bytes: Uint8Array): number | null {
  if (bytes.length <= depthLimit) return null;
  let depth = 0;
  let depthAtLine = 0;
  let isConfirmed = false;
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case jsonByte.quote:
        at = closingQuote(bytes, at);
        break;
      case lineFeed:
        depthAtLine = depth;
        break;
      case jsonByte.openBracket:
      case jsonByte.openBrace:
        depth += 1;
        if (depth - depthAtLine > depthLimit) return at;
        if (depth > depthLimit && !isConfirmed) {
          if (holdsTo(bytes, at)) return at;
          isConfirmed = true;
        }
        break;
      case jsonByte.closeBracket:
      case jsonByte.closeBrace:
        depth -= 1;
        break;
    }
  }
  return null;
}

/** Whether the first value of the bytes is JSON as far as an offset. */
function holdsTo(bytes: Uint8Array, offset: number): boolean {
  // Not a byte further: what follows may be nested a hundred times deeper.
  const scan = scanJsonValue(bytes.subarray(0, offset + 1), 0);
  return (scan.ok ? scan.end : scan.offset) > offset;
}

function closingQuote(bytes: Uint8Array, open: number): number {
  let at = open + 1;
  while (at < bytes.length && bytes[at] !== jsonByte.quote) at += bytes[at] === jsonByte.backslash ? 2 : 1;
  return at;
}
