import type { Database } from 'better-sqlite3';
import { answerLabel } from '../answer-label.ts';
import type { DerivedDelivery } from '../worker-messages.ts';

/** Keeps the counts that the unfiltered facets and the rate strip read, summed per transaction before they touch the tables. */
export interface RollUps {
  add(delivery: DerivedDelivery, placed: { attempt: number; late: boolean }): void;
  /** A delivery that was counted before has become out of order. */
  addOutOfOrder(): void;
  /** Writes the sums; within the caller's transaction. */
  flush(): void;
  /** Forgets sums whose transaction failed. */
  clear(): void;
}

export function createRollUps(db: Database): RollUps {
  const addCount = db.prepare(`
    INSERT INTO counts (dimension, value, total) VALUES (?, ?, ?)
    ON CONFLICT (dimension, value) DO UPDATE SET total = total + excluded.total`);
  const addArrivals = db.prepare(`
    INSERT INTO arrivals (second, total, failed) VALUES (?, ?, ?)
    ON CONFLICT (second) DO UPDATE SET total = total + excluded.total, failed = failed + excluded.failed`);
  const counts = new Map<string, Map<string, number>>();
  const arrivals = new Map<number, { total: number; failed: number }>();

  const count = (dimension: string, value: string): void => {
    const values = counts.get(dimension) ?? new Map<string, number>();
    values.set(value, (values.get(value) ?? 0) + 1);
    counts.set(dimension, values);
  };
  const clear = (): void => {
    counts.clear();
    arrivals.clear();
  };

  return {
    clear,
    addOutOfOrder: () => count('view', 'out-of-order'),
    add(delivery, placed) {
      count('kind', delivery.eventName ?? '');
      count('answer', answerLabel(delivery.answerAction, delivery.answerStatus));
      count('environment', delivery.environment);
      count('auth', delivery.auth);
      count('origin', delivery.origin);
      for (const view of viewsOf(delivery, placed)) count('view', view);
      const second = Math.floor(delivery.receivedAt / 1000);
      const { total, failed } = arrivals.get(second) ?? { total: 0, failed: 0 };
      arrivals.set(second, { total: total + 1, failed: failed + (isFailure(delivery.answerStatus) ? 1 : 0) });
    },
    flush() {
      for (const [dimension, values] of counts) {
        for (const [value, total] of values) addCount.run(dimension, value, total);
      }
      for (const [second, { total, failed }] of arrivals) addArrivals.run(second, total, failed);
      clear();
    },
  };
}

/** Whether an answer keeps the sender from considering the event done. */
export function isFailure(status: number | null): boolean {
  return status === null || status < 200 || status > 299;
}

function viewsOf(delivery: DerivedDelivery, { attempt, late }: { attempt: number; late: boolean }): string[] {
  const membership = {
    all: true,
    failures: isFailure(delivery.answerStatus),
    retried: attempt > 1,
    'out-of-order': late,
    'not-attempted': delivery.eventName === 'notification.not_attempted',
    unparsed: delivery.unparsed,
  };
  return Object.entries(membership).flatMap(([view, isIn]) => (isIn ? [view] : []));
}
