// Arithmetic of a list that is taller than a browser lets any element be (Chromium stops at 2^25 physical pixels).
// Positions are in virtual pixels, rows × height; the scrollbar moves over a shorter element, and a ratio joins the two.

/** Height of the scrolled element at most, in CSS pixels: under Chromium's limit up to a device pixel ratio of 4. */
export const maxSpacerPx = 8_000_000;

export interface ListExtent {
  count: number;
  rowHeight: number;
  viewportHeight: number;
  /** Empty room after the last row, also kept free below a row that is scrolled to, in pixels; none unless given. */
  endMargin?: number;
}

export interface WindowScale {
  /** Height of the scrolled element. */
  spacerPx: number;
  /** Largest virtual offset of the first visible pixel. */
  maxTop: number;
  /** Virtual pixels per pixel of the scrollbar; 1 until the list is taller than `maxSpacerPx`. */
  ratio: number;
}

export function toWindowScale({ count, rowHeight, viewportHeight, endMargin = 0 }: ListExtent): WindowScale {
  const fullPx = count * rowHeight + endMargin;
  const spacerPx = Math.min(fullPx, maxSpacerPx);
  const maxTop = Math.max(0, fullPx - viewportHeight);
  return { spacerPx, maxTop, ratio: spacerPx > viewportHeight ? maxTop / (spacerPx - viewportHeight) : 1 };
}

export function clampTop(top: number, scale: WindowScale): number {
  return Math.min(Math.max(top, 0), scale.maxTop);
}

/** Rows to draw for a virtual offset, end exclusive, with some more on either side. */
export function toVisibleRange(top: number, extent: ListExtent, overscan: number): { first: number; last: number } {
  const { count, rowHeight, viewportHeight } = extent;
  return {
    first: Math.max(0, Math.floor(top / rowHeight) - overscan),
    last: Math.min(count, Math.ceil((top + viewportHeight) / rowHeight) + overscan),
  };
}

export type RowAlign = 'auto' | 'start' | 'center' | 'end';

/** Offset at which a row is seen; `auto` moves no further than needed. */
export function toRowTop(index: number, align: RowAlign, top: number, extent: ListExtent): number {
  const { rowHeight, viewportHeight, endMargin = 0 } = extent;
  const start = index * rowHeight;
  const end = start + rowHeight - viewportHeight;
  if (align === 'start') return start;
  if (align === 'end') return end;
  if (align === 'center') return start - (viewportHeight - rowHeight) / 2;
  if (start < top) return start;
  return end > top ? end + endMargin : top;
}
