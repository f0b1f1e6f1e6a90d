import type { CallInput } from '#shared/protocol/call-target.ts';
import type { CallName, CallOutput } from '#shared/protocol/contract.ts';
import type { DeliveryItem } from '#shared/protocol/delivery.ts';
import type { EngineClient } from '#renderer/engine-client/engine-client.ts';
import { generateRow } from './fake-engine/generated-rows.ts';

export interface FakeEngineClient extends EngineClient {
  /** How many rows there are now. */
  count: number;
  /** Every list query so far. */
  readonly queries: { filter: string; dir: string; offset: number; limit: number }[];
  row(index: number): DeliveryItem;
}

/** A client over generated rows: every filter matches the first tenth, so that filtered lists are told from whole ones. */
export function createFakeEngineClient(count: number): FakeEngineClient {
  const queries: FakeEngineClient['queries'] = [];
  const client: FakeEngineClient = {
    origin: 'http://127.0.0.1',
    token: 'fake',
    count,
    queries,
    row: (index) => generateRow(index, 0),
    async call<N extends CallName>(name: N, input: CallInput<N> = {}): Promise<CallOutput<N>> {
      if (name !== 'deliveries.list') return null as CallOutput<N>;
      const { filter = '', dir = 'asc', offset = 0, limit = 100 } = (input as CallInput<'deliveries.list'>).query ?? {};
      queries.push({ filter, dir, offset: Number(offset), limit: Number(limit) });
      const total = filter === '' ? client.count : Math.floor(client.count / 10);
      const size = Math.max(0, Math.min(Number(limit), total - Number(offset)));
      const items = Array.from({ length: size }, (_, i) =>
        client.row(dir === 'asc' ? Number(offset) + i : total - 1 - Number(offset) - i),
      );
      return { items, total, nextCursor: null } as CallOutput<N>;
    },
    bytes: () => Promise.resolve(new ArrayBuffer(0)),
  };
  return client;
}
