import { AppError } from '#shared/errors/app-error.ts';
import { assertNever } from '#shared/errors/assert-never.ts';
import type { ReplayRequest } from '#shared/protocol/replay.ts';
import { createRandom } from '#engine/random/random.ts';
import type { ReplayPlanEntry } from '#engine/store/store.ts';

/** One send to come. */
export interface ScheduledShot {
  deliveryId: number;
  /** Milliseconds after the start of the run, not before which it is sent. */
  dueMs: number;
}

/**
 * What is sent, in order. Deliveries of one batch are one request, sent once, in the place and under the name of the first of them to
 * arrive. Throws `REQUEST_INVALID` for a pace of zero.
 */
export function toShotSchedule(
  plan: readonly ReplayPlanEntry[],
  { order, pace, seed }: Pick<ReplayRequest, 'order' | 'pace' | 'seed'>,
): ScheduledShot[] {
  const arrived = onePerRequest(plan.toSorted((x, y) => x.deliveryId - y.deliveryId));
  const ordered = toOrder(arrived, order, seed);
  const times = order === 'event_ts' ? ordered.map((e) => e.orderTsMs) : arrived.map((e) => e.receivedAtMs);
  const dueMs = toDueTimes(times, parsePace(pace));
  return ordered.map(({ deliveryId }, index) => ({ deliveryId, dueMs: dueMs[index] as number }));
}

function onePerRequest(entries: readonly ReplayPlanEntry[]): ReplayPlanEntry[] {
  const firsts = new Map<number, ReplayPlanEntry>();
  for (const entry of entries) if (!firsts.has(entry.requestId)) firsts.set(entry.requestId, entry);
  return [...firsts.values()];
}

function toOrder(arrived: readonly ReplayPlanEntry[], order: ReplayRequest['order'], seed: number): ReplayPlanEntry[] {
  switch (order) {
    case 'arrival':
      return [...arrived];
    case 'event_ts':
      return arrived.toSorted((x, y) => x.orderTsMs - y.orderTsMs || x.deliveryId - y.deliveryId);
    case 'shuffle':
      return createRandom(seed).shuffled(arrived);
    default:
      return assertNever(order);
  }
}

/** Original gaps made shorter by a speed (infinite: none), or even gaps. */
type Pace = { speed: number } | { gapMs: number };

function parsePace(pace: ReplayRequest['pace']): Pace {
  if (pace === 'fast') return { speed: Infinity };
  if (pace === 'original') return { speed: 1 };
  const amount = Number(pace.replace(/^x|\/s$/, ''));
  if (!(amount > 0)) throw new AppError('REQUEST_INVALID', `The pace ${pace} never sends. Give more than zero.`);
  return pace.startsWith('x') ? { speed: amount } : { gapMs: 1000 / amount };
}

/** Shuffled deliveries keep the rhythm of the arrivals. A clock that was set back between two arrivals leaves no gap between them. */
function toDueTimes(times: readonly number[], pace: Pace): number[] {
  let dueMs = 0;
  return times.map((time, index) => {
    const previous = times[index - 1];
    if (previous !== undefined) dueMs += 'gapMs' in pace ? pace.gapMs : Math.max(0, time - previous) / pace.speed;
    return dueMs;
  });
}
