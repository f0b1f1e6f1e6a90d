import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { openStore, type Store } from '#engine/store/open-store.ts';
import type { Chain, DeliveryDetail } from '#shared/protocol/delivery.ts';
import { deliveryQuerySchema, type DeliveryPage, type Facets } from '#shared/protocol/query.ts';
import type { z } from 'zod';

/** A real store on a real file, closed when the test ends, with its readers' answers parsed. */
export interface TestStore extends Store {
  page(query?: z.input<typeof deliveryQuerySchema>): Promise<DeliveryPage>;
  detail(id: number): Promise<DeliveryDetail>;
  chain(eventId: string): Promise<Chain>;
  facets(filter?: string): Promise<Facets>;
  /** Resolves when everything stored is listed. */
  derived(): Promise<void>;
}

export async function openTestStore(captureFile: string): Promise<TestStore> {
  const store = await openStore({ captureFile, version: 'test', nowMs: Date.now });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await store.close();
    isOpen = false;
  };
  onTestFinished(close);
  const { pages, details, scans } = store.readers;
  return {
    ...store,
    close,
    page: async (query = {}) => parse(await pages.read('page', deliveryQuerySchema.parse(query))) as DeliveryPage,
    detail: async (id) => parse(await details.read('delivery', { id })) as DeliveryDetail,
    chain: async (eventId) => parse(await details.read('chain', eventId)) as Chain,
    facets: async (filter = '') => parse(await scans.read('facets', { filter, zoneOffsetMinutes: 0 })) as Facets,
    async derived() {
      while (store.progress().derivedTo < store.progress().requests) await sleep(5);
    },
  };
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
}
