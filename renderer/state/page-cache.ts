// Rows of the list by index, outside React. Holds whole pages and drops the page that was not looked at for longest.
// A page knows whether its rows may be out of date: stale rows are still shown until fresh ones replace them.
import type { DeliveryItem } from '#shared/protocol/delivery.ts';

export const pageSize = 200;
export const maxPages = 60;

interface Page {
  rows: (DeliveryItem | undefined)[];
  stale: boolean;
}

export interface PageCache {
  /** The row at an index; undefined while it is not loaded. */
  row(index: number): DeliveryItem | undefined;
  /** Index of a delivery among the loaded rows; -1 where it is not loaded. */
  indexOf(deliveryId: number): number;
  put(firstIndex: number, rows: readonly DeliveryItem[]): void;
  /** Replaces rows by delivery id wherever they are loaded. */
  replace(rows: readonly DeliveryItem[]): void;
  markStale(): void;
  /** Pages of `[first, last)` that have a gap below `total`, or are stale. Looking also keeps them from being dropped. */
  missingPages(first: number, last: number, total: number): number[];
  /** Rows of one page came from the engine: it is no longer stale. */
  settle(page: number): void;
  clear(): void;
}

export function createPageCache(): PageCache {
  // A Map keeps insertion order, so its first key is the page not touched for longest.
  const pages = new Map<number, Page>();

  const touch = (number: number): Page => {
    const page = pages.get(number) ?? { rows: [], stale: false };
    pages.delete(number);
    pages.set(number, page);
    const oldest = pages.keys().next();
    if (pages.size > maxPages && !oldest.done) pages.delete(oldest.value);
    return page;
  };

  return {
    row: (index) => pages.get(Math.floor(index / pageSize))?.rows[index % pageSize],
    indexOf(deliveryId) {
      for (const [number, page] of pages) {
        const at = page.rows.findIndex((row) => row?.id === deliveryId);
        if (at >= 0) return number * pageSize + at;
      }
      return -1;
    },
    put(firstIndex, rows) {
      rows.forEach((row, i) => {
        const index = firstIndex + i;
        const number = Math.floor(index / pageSize);
        const page = i === 0 || index % pageSize === 0 ? touch(number) : pages.get(number);
        if (page) page.rows[index % pageSize] = row;
      });
    },
    replace(rows) {
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const page of pages.values()) page.rows = page.rows.map((row) => (row && byId.get(row.id)) ?? row);
    },
    markStale() {
      for (const page of pages.values()) page.stale = true;
    },
    missingPages(first, last, total) {
      const end = Math.min(last, total);
      if (end <= first) return [];
      const from = Math.floor(first / pageSize);
      const count = Math.floor((end - 1) / pageSize) - from + 1;
      return Array.from({ length: count }, (_, i) => from + i).filter((number) => {
        const known = pages.has(number);
        const page = touch(number);
        if (!known || page.stale) return true;
        const expected = Math.min(pageSize, total - number * pageSize);
        for (let i = 0; i < expected; i += 1) if (page.rows[i] === undefined) return true;
        return false;
      });
    },
    settle(number) {
      const page = pages.get(number);
      if (page) page.stale = false;
    },
    clear: () => pages.clear(),
  };
}
