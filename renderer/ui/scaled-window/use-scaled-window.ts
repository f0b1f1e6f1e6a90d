// A windowed list of fixed-height rows that reaches its last row whatever the count: wheel and keys move in virtual pixels, dragging
// the scrollbar moves by ratio. Following keeps it glued to the end; not following, rows appended at the end move nothing.
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { clampTop, toRowTop, toVisibleRange, toWindowScale, type RowAlign, type WindowScale } from './scaled-window.ts';

export interface ScaledWindowOptions {
  count: number;
  rowHeight: number;
  /** Height of a head inside the scrolling element that stays in place, in pixels. */
  headHeight?: number;
  overscan?: number;
  /** Empty room after the last row, in pixels: for what floats there. */
  endMargin?: number;
  /** Glued to the last row. */
  follow?: boolean;
  /** A person scrolled away from the last row. */
  onLeaveEnd?: () => void;
}

export interface ScaledWindow {
  first: number;
  last: number;
  /** Where a row stands below the head, in pixels. */
  top: (index: number) => number;
  /** Height of the one child of the scrolling element. */
  spacerPx: number;
  /** Height of the sticky layer in it that shows head and rows. */
  layerPx: number;
  /** Whole rows that fit. */
  pageRows: number;
  scrollToIndex: (index: number, align?: RowAlign) => void;
}

/** `scroller` is the scrolling element; in it a spacer of `spacerPx`, and in that a sticky layer of `layerPx`. */
export function useScaledWindow(scroller: RefObject<HTMLElement | null>, options: ScaledWindowOptions): ScaledWindow {
  const { count, rowHeight, headHeight = 0, overscan = 6, endMargin = 0, follow = false, onLeaveEnd } = options;
  const [clientHeight, setClientHeight] = useState(600);
  const [chosenTop, setChosenTop] = useState(0);
  const extent = { count, rowHeight, viewportHeight: Math.max(0, clientHeight - headHeight), endMargin };
  const scale = toWindowScale(extent);
  const top = follow ? scale.maxTop : clampTop(chosenTop, scale);
  if (top !== chosenTop) setChosenTop(top);

  // Events between two renders add up here.
  const latest = useRef({ top, scale, rowHeight, viewportHeight: extent.viewportHeight, follow, onLeaveEnd });
  useLayoutEffect(() => {
    latest.current = { top, scale, rowHeight, viewportHeight: extent.viewportHeight, follow, onLeaveEnd };
    placeScrollbar(scroller.current, top, scale);
  });

  const moveTo = useCallback((wanted: number) => {
    const now = latest.current;
    now.top = clampTop(wanted, now.scale);
    if (now.follow && now.top < now.scale.maxTop - now.rowHeight / 2) now.onLeaveEnd?.();
    setChosenTop(now.top);
  }, []);
  useObservedHeight(scroller, setClientHeight);
  useScrollInput(scroller, latest, moveTo);

  return {
    ...toVisibleRange(top, extent, overscan),
    top: (index) => index * rowHeight - top,
    spacerPx: scale.spacerPx + headHeight,
    layerPx: Math.min(clientHeight, scale.spacerPx + headHeight),
    pageRows: Math.max(1, Math.floor(extent.viewportHeight / rowHeight) - 1),
    scrollToIndex: (index, align = 'auto') => setChosenTop(clampTop(toRowTop(index, align, top, extent), scale)),
  };
}

interface ScrollContext {
  top: number;
  scale: WindowScale;
  rowHeight: number;
  viewportHeight: number;
}

/** The scrollbar as we put it reads back rounded; anything further off was a person. */
const roundingPx = 1;

function placeScrollbar(element: HTMLElement | null, top: number, scale: WindowScale): void {
  if (element === null) return;
  const wanted = Math.round(top / scale.ratio);
  if (Math.abs(element.scrollTop - wanted) > roundingPx) element.scrollTop = wanted;
}

function useObservedHeight(ref: RefObject<HTMLElement | null>, onHeight: (height: number) => void): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => onHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, onHeight]);
}

function useScrollInput(
  ref: RefObject<HTMLElement | null>,
  latest: RefObject<ScrollContext>,
  moveTo: (top: number) => void,
): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const onScroll = (): void => {
      const { top, scale } = latest.current;
      const ours = Math.round(top / scale.ratio);
      if (Math.abs(element.scrollTop - ours) > roundingPx) moveTo(element.scrollTop * scale.ratio);
    };
    const onWheel = (event: WheelEvent): void => {
      const { top, rowHeight, viewportHeight } = latest.current;
      if (event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      const unit = event.deltaMode === 1 ? rowHeight : event.deltaMode === 2 ? viewportHeight : 1;
      moveTo(top + event.deltaY * unit);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('wheel', onWheel);
    };
  }, [ref, latest, moveTo]);
}
