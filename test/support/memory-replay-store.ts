import { AppError } from '#shared/errors/app-error.ts';
import type { ReplayableDelivery, ReplayPlanEntry, ReplayStore, ShotRecord } from '#engine/store/store.ts';

/** A store of captured deliveries in memory, with what a replay wrote into it. */
export interface MemoryReplayStore extends ReplayStore {
  replays: { targetUrl: string; request: unknown; startedAtMs: number }[];
  shots: ShotRecord[];
}

/** Deliveries from 1; what is not given is a plain POST of an empty object, one second after the one before. */
export function createMemoryReplayStore(deliveries: readonly Partial<ReplayableDelivery>[]): MemoryReplayStore {
  const all = deliveries.map((delivery, index): ReplayableDelivery => ({
    deliveryId: index + 1,
    requestId: index + 1,
    method: 'POST',
    target: '/captured?path=1',
    rawHeaders: [['Content-Type', 'application/json']],
    receivedAtMs: index * 1000,
    orderTsMs: index * 1000,
    body: Buffer.from('{}'),
    ...delivery,
  }));
  const replays: MemoryReplayStore['replays'] = [];
  const shots: ShotRecord[] = [];
  return {
    replays,
    shots,
    async selectForReplay(selection): Promise<ReplayPlanEntry[]> {
      if ('filter' in selection) return selection.filter === 'none' ? [] : all;
      return all.filter(({ deliveryId }) => selection.deliveryIds.includes(deliveryId));
    },
    async readForReplay(deliveryId) {
      const delivery = all.find((candidate) => candidate.deliveryId === deliveryId);
      if (!delivery) throw new AppError('DELIVERY_NOT_FOUND', `There is no delivery ${deliveryId}.`);
      return delivery;
    },
    async createReplay(targetUrl, request, startedAtMs) {
      return replays.push({ targetUrl, request, startedAtMs });
    },
    async recordShot(shot) {
      shots.push(shot);
    },
  };
}
