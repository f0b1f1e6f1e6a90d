import { describe, expect, it } from 'vitest';
import { createPageCache, maxPages, pageSize } from '#renderer/state/page-cache.ts';
import { generateRow } from '#test/support/fake-engine/generated-rows.ts';

const rows = (first: number, count: number) => Array.from({ length: count }, (_, i) => generateRow(first + i, 0));

describe('rows kept for the list', () => {
  it('finds a row by its place and by its delivery', () => {
    const cache = createPageCache();
    cache.put(150, rows(150, 100));
    expect(cache.row(200)?.seq).toBe(201);
    expect(cache.indexOf(201)).toBe(200);
    expect(cache.row(149)).toBeUndefined();
    expect(cache.indexOf(9999)).toBe(-1);
  });

  it('asks for the pages that have a gap within the total, and for no others', () => {
    const cache = createPageCache();
    cache.put(0, rows(0, pageSize));
    cache.put(pageSize + 10, rows(pageSize + 10, 20));
    expect(cache.missingPages(0, 230, pageSize + 30)).toEqual([1]);
    cache.put(pageSize, rows(pageSize, 10));
    expect(cache.missingPages(0, 230, pageSize + 30)).toEqual([]);
    expect(cache.missingPages(0, 100, 0)).toEqual([]);
  });

  it('shows stale rows until they were read again', () => {
    const cache = createPageCache();
    cache.put(0, rows(0, pageSize));
    cache.markStale();
    expect(cache.row(0)?.seq).toBe(1);
    expect(cache.missingPages(0, 10, pageSize)).toEqual([0]);
    cache.settle(0);
    expect(cache.missingPages(0, 10, pageSize)).toEqual([]);
  });

  it('drops the page that was not looked at for longest', () => {
    const cache = createPageCache();
    for (let page = 0; page < maxPages; page += 1) cache.put(page * pageSize, rows(page * pageSize, 1));
    cache.missingPages(0, 1, maxPages * pageSize);
    cache.put(maxPages * pageSize, rows(maxPages * pageSize, 1));
    expect(cache.row(0)?.seq).toBe(1);
    expect(cache.row(pageSize)).toBeUndefined();
  });
});
