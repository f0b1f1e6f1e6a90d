// Fills the page cache from the engine and keeps it in step with the live stream.
// In arrival order without a filter a row's place is its arrival ordinal, so new rows are put where they belong without asking.
// In every other list new rows may belong anywhere: the tail is read again while live, and nothing is read again while held,
// because a held list must not move.
import type { StoreApi } from 'zustand';
import type { DeliveryItem } from '#shared/protocol/delivery.ts';
import type { LiveMessage } from '#shared/protocol/status.ts';
import type { EngineClient } from '../engine-client/engine-client.ts';
import { isWholeList, toFilterQuery } from './filter-query.ts';
import type { InspectorState } from './inspector-state.ts';
import { createPageCache, pageSize, type PageCache } from './page-cache.ts';
import { narrowFilterText } from './narrow-filter-text.ts';
import { createThrottle } from './throttle.ts';

const maxInFlight = 2;
const rereadMs = 400;
/** What matches may be answered as it was up to a second ago; by then it is as it is now. */
const settledMs = 1500;

export interface RowSource {
  readonly rows: PageCache;
  /** The rows that are on the screen, end exclusive; missing ones are read. */
  show(first: number, last: number): void;
  /** Filter or order changed, or the connection is new: read the newest rows of the list from scratch. */
  reload(): void;
  apply(message: Extract<LiveMessage, { type: 'changed' }>): void;
  /** Where a delivery stands in the present list, as near as its time tells; null while that cannot be known. */
  locate(item: DeliveryItem): Promise<number | null>;
  close(): void;
}

/** `onRows` is called after rows came in. */
export function createRowSource(store: StoreApi<InspectorState>, client: EngineClient, onRows: () => void): RowSource {
  const rows = createPageCache();
  const inFlight = new Set<number>();
  let window = { first: 0, last: 0 };
  let settling: ReturnType<typeof setTimeout> | undefined;
  let generation = new AbortController();

  const query = () => ({ ...toFilterQuery(store.getState()), order: store.getState().order });
  const isAppendOnly = (): boolean => isWholeList(store.getState());
  const isFrozen = (): boolean => store.getState().follow === 'held' && !isAppendOnly();
  const publish = (change: Partial<InspectorState>): void => {
    store.setState((state) => ({ ...change, rowsVersion: state.rowsVersion + 1 }));
    onRows();
  };
  const fail = (error: unknown, signal: AbortSignal): void => {
    if (!signal.aborted)
      store.setState({ loading: false, rowsError: error instanceof Error ? error.message : String(error) });
  };

  async function readPage(page: number): Promise<void> {
    const { signal } = generation;
    inFlight.add(page);
    try {
      const input = { query: { ...query(), dir: 'asc', limit: pageSize, offset: page * pageSize } } as const;
      const { items, total } = await client.call('deliveries.list', input, signal);
      if (signal.aborted) return;
      rows.put(page * pageSize, items);
      rows.settle(page);
      const shown = store.getState().total;
      publish({
        total: isAppendOnly() ? Math.max(shown, total) : isFrozen() ? Math.min(shown, total) : total,
        rowsError: null,
      });
    } catch (error) {
      fail(error, signal);
      return;
    } finally {
      if (!signal.aborted) inFlight.delete(page);
    }
    fill();
  }

  function fill(): void {
    const wanted = rows.missingPages(window.first, window.last, store.getState().total);
    for (const page of wanted) {
      if (inFlight.size >= maxInFlight) return;
      if (!inFlight.has(page)) void readPage(page);
    }
  }

  async function readTail(): Promise<void> {
    const { signal } = generation;
    try {
      const input = { query: { ...query(), dir: 'desc', limit: pageSize, offset: 0 } } as const;
      const { items, total } = await client.call('deliveries.list', input, signal);
      if (signal.aborted) return;
      if (store.getState().loading) rows.clear();
      else rows.markStale();
      rows.put(total - items.length, items.toReversed());
      // Events of one millisecond may come in another order when read from the end.
      if (store.getState().order === 'arrival') settleFrom(total - items.length, total);
      publish({ total, loading: false, rowsError: null });
    } catch (error) {
      fail(error, signal);
      return;
    }
    fill();
  }

  /** Pages that lie wholly between two indexes were just read. */
  function settleFrom(first: number, last: number): void {
    for (let page = Math.ceil(first / pageSize); page * pageSize < last; page += 1) rows.settle(page);
  }

  async function countNew(): Promise<void> {
    const { signal } = generation;
    const { heldTotal } = store.getState();
    if (heldTotal === null) return;
    const { total } = await client.call('deliveries.list', { query: { ...query(), limit: 1, offset: 0 } }, signal);
    if (!signal.aborted && store.getState().heldTotal === heldTotal) {
      store.setState({ newCount: Math.max(0, total - heldTotal) });
    }
  }

  const reread = createThrottle(async () => {
    if (isAppendOnly()) fill();
    else if (isFrozen()) await countNew();
    else await readTail();
  }, rereadMs);

  function append(message: Extract<LiveMessage, { type: 'changed' }>): void {
    for (const row of message.newest) rows.put(row.seq - 1, [row]);
    const { total, heldTotal } = store.getState();
    const nextTotal = Math.max(total, message.newest.at(-1)?.seq ?? 0);
    if (message.olderChanged) rows.markStale();
    publish({ total: nextTotal, newCount: heldTotal === null ? 0 : nextTotal - heldTotal });
    if (message.olderChanged || message.newest.length > 0) reread.trigger();
  }

  return {
    rows,
    show(first, last) {
      window = { first, last };
      fill();
    },
    reload() {
      generation.abort();
      generation = new AbortController();
      inFlight.clear();
      store.setState({ loading: true });
      void readTail();
    },
    apply(message) {
      if (store.getState().loading) return;
      if (isAppendOnly()) append(message);
      else {
        reread.trigger();
        clearTimeout(settling);
        // A row may have left the list, and nothing else will tell once it is quiet.
        settling = setTimeout(() => reread.trigger(), settledMs);
      }
    },
    async locate(item) {
      if (isAppendOnly()) return item.seq - 1;
      const { filter, order, zoneOffsetMinutes } = query();
      const time = order === 'arrival' ? item.receivedAt : item.eventTs;
      if (time === null) return null;
      const before = narrowFilterText(filter, `${order === 'arrival' ? 'received' : 'event_ts'}:<${time}`);
      const { signal } = generation;
      const input = { query: { filter: before, order, zoneOffsetMinutes, limit: 1 } };
      const { total } = await client.call('deliveries.list', input, signal);
      return total;
    },
    close() {
      generation.abort();
      clearTimeout(settling);
      reread.close();
    },
  };
}
