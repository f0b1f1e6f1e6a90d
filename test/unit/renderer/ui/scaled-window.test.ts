import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clampTop,
  maxSpacerPx,
  toRowTop,
  toVisibleRange,
  toWindowScale,
} from '#renderer/ui/scaled-window/scaled-window.ts';

const extents = fc.record({
  count: fc.integer({ min: 0, max: 20_000_000 }),
  rowHeight: fc.constantFrom(24, 28, 34),
  viewportHeight: fc.integer({ min: 1, max: 3000 }),
});

describe('a list taller than the browser allows', () => {
  it('reaches its last row at the end of the scrollbar, and its first at the start', () => {
    fc.assert(
      fc.property(extents, (extent) => {
        const scale = toWindowScale(extent);
        const end = clampTop(Math.max(0, scale.spacerPx - extent.viewportHeight) * scale.ratio, scale);
        expect(toVisibleRange(end, extent, 0).last).toBe(extent.count);
        expect(toVisibleRange(0, extent, 0).first).toBe(0);
        expect(scale.spacerPx).toBeLessThanOrEqual(maxSpacerPx);
      }),
    );
  });

  it('moves one to one as long as it fits', () => {
    expect(toWindowScale({ count: 1000, rowHeight: 28, viewportHeight: 700 }).ratio).toBe(1);
  });

  it('shows any row it is asked to show, whole', () => {
    fc.assert(
      fc.property(extents, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(), (extent, share, pick) => {
        fc.pre(extent.count > 0 && extent.viewportHeight >= extent.rowHeight);
        const scale = toWindowScale(extent);
        const index = pick % extent.count;
        const top = clampTop(toRowTop(index, 'auto', share * scale.maxTop, extent), scale);
        expect(index * extent.rowHeight).toBeGreaterThanOrEqual(top - 0.001);
        expect((index + 1) * extent.rowHeight).toBeLessThanOrEqual(top + extent.viewportHeight + 0.001);
      }),
    );
  });

  it('does not move for a row that is in sight already', () => {
    const extent = { count: 100, rowHeight: 28, viewportHeight: 280 };
    expect(toRowTop(5, 'auto', 100, extent)).toBe(100);
    expect(toRowTop(50, 'center', 100, extent)).toBe(50 * 28 - 126);
  });
});
