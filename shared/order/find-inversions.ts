// The reference meaning of early and late, in memory; the store computes the same incrementally.
// Arrival order is compared with event_ts within one entity: a delivery is late when one with a newer event_ts came before it,
// early when one with an older event_ts came after it. Equal times are no inversion.
import type { Origin, StoryEntity, StoryReference } from '../protocol/delivery.ts';

/** Entities whose deliveries have an order of their own. A customer, a job or a journey has many things happening at once. */
export const inversionEntities = [
  'notification',
  'message',
  'conversation',
  'phone',
] as const satisfies readonly StoryEntity[];

/** What the order needs to know of a delivery. `orderTsMs` is its event_ts in epoch milliseconds, null where it has none. */
export interface OrderedDelivery {
  id: number;
  origin: Origin;
  attempt: number;
  orderTsMs: number | null;
  references: readonly StoryReference[];
}

/** `early`: delivered before an older one of the same entity. `late`: delivered after a newer one. One delivery can be both. */
export interface Inversion {
  early: boolean;
  late: boolean;
}

type Visit = (orderTsMs: number, group: string) => boolean;

/**
 * Early and late for every delivery, given in arrival order. Only first attempts with an event_ts are compared, and only with those
 * of the same origin that share a notification, message, conversation or phone; the others are neither early nor late.
 */
export function findInversions(deliveries: readonly OrderedDelivery[]): Map<number, Inversion> {
  const newestBefore = new Map<string, number>();
  const oldestAfter = new Map<string, number>();
  const isLate: Visit = (orderTsMs, group) => {
    const newest = newestBefore.get(group) ?? -Infinity;
    newestBefore.set(group, Math.max(newest, orderTsMs));
    return newest > orderTsMs;
  };
  const isEarly: Visit = (orderTsMs, group) => {
    const oldest = oldestAfter.get(group) ?? Infinity;
    oldestAfter.set(group, Math.min(oldest, orderTsMs));
    return oldest < orderTsMs;
  };
  const inversions = new Map(deliveries.map(({ id }): [number, Inversion] => [id, { early: false, late: false }]));
  for (const delivery of deliveries) (inversions.get(delivery.id) as Inversion).late = visitGroups(delivery, isLate);
  for (const delivery of deliveries.toReversed()) {
    (inversions.get(delivery.id) as Inversion).early = visitGroups(delivery, isEarly);
  }
  return inversions;
}

/** Visits each group of a delivery once; true where a visit was. */
function visitGroups(delivery: OrderedDelivery, visit: Visit): boolean {
  const { orderTsMs } = delivery;
  if (orderTsMs === null || delivery.attempt !== 1) return false;
  return groupsOf(delivery).filter((group) => visit(orderTsMs, group)).length > 0;
}

function groupsOf({ origin, references }: OrderedDelivery): string[] {
  const counting = references.filter(({ entity }) => (inversionEntities as readonly StoryEntity[]).includes(entity));
  return [...new Set(counting.map(({ entity, value }) => `${origin} ${entity} ${value}`))];
}
