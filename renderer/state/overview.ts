// Facets of the sidebar and the histogram above the list: read again at most once a second, and only when something changed.
import type { StoreApi } from 'zustand';
import type { EngineClient } from '../engine-client/engine-client.ts';
import { toFilterQuery } from './filter-query.ts';
import type { InspectorState } from './inspector-state.ts';
import { createThrottle } from './throttle.ts';

const intervalMs = 1000;
export const histogramBuckets = 150;

export interface Overview {
  /** Something changed, or the filter did. */
  refresh(): void;
  close(): void;
}

export function createOverview(store: StoreApi<InspectorState>, client: EngineClient): Overview {
  const closing = new AbortController();
  const throttle = createThrottle(async () => {
    const [facets, histogram] = await Promise.all([
      client.call('facets.read', { query: { filter: '' } }, closing.signal),
      client.call(
        'histogram.read',
        // Grouped or not, what arrived arrived.
        { query: { ...toFilterQuery({ ...store.getState(), grouped: false }), buckets: histogramBuckets } },
        closing.signal,
      ),
    ]);
    if (!closing.signal.aborted) store.setState({ facets, histogram });
  }, intervalMs);
  return {
    refresh: () => throttle.trigger(),
    close() {
      closing.abort();
      throttle.close();
    },
  };
}
