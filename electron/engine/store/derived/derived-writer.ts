// Writes what is derived from the evidence, in the order of arrival: the rows of the list with their attempt numbers and early and late
// marks, their references, and the roll-ups.
import type { Database } from 'better-sqlite3';
import { createReferenceWriter } from './reference-writer.ts';
import { createRollUps } from './roll-ups.ts';
import type { DerivedDelivery } from '../worker-messages.ts';

export interface DerivedWriter {
  /** Stores some deliveries and how far that reached, in one transaction. */
  apply(deliveries: readonly DerivedDelivery[], reached: Progress): { olderChanged: boolean };
  progress(): Progress;
  /** Number of deliveries, which is also the id of the newest. */
  deliveryCount(): number;
}

/** How far derivation has come: see the table `progress`. */
export interface Progress {
  requestId: number;
  partial: number;
}

export function createDerivedWriter(db: Database): DerivedWriter {
  const rows = createRowStatements(db);
  const references = createReferenceWriter(db);
  const rollUps = createRollUps(db);
  let newestId = rows.newestId();

  /** Whether rows that were there before have changed. */
  const insert = (delivery: DerivedDelivery): boolean => {
    const id = (newestId += 1);
    const attempt = 1 + rows.lastAttempt(delivery);
    const orderTs = delivery.eventTs ?? delivery.receivedAt;
    const isOrdered = attempt === 1 && delivery.eventTs !== null;
    const placed = { id, orderTs, isOrdered, origin: delivery.origin };
    const { late, overtakenIds } = references.insert(delivery.references, placed);
    rows.insert(delivery, { id, attempt, orderTs, late });
    rollUps.add(delivery, { attempt, late });
    for (const overtakenId of overtakenIds) if (rows.markEarly(overtakenId)) rollUps.addOutOfOrder();
    return attempt > 1 || overtakenIds.length > 0;
  };
  const apply = db.transaction((deliveries: readonly DerivedDelivery[], reached: Progress) => {
    let olderChanged = false;
    for (const delivery of deliveries) olderChanged = insert(delivery) || olderChanged;
    rollUps.flush();
    rows.setProgress(reached);
    return { olderChanged };
  });

  return {
    apply(deliveries, reached) {
      try {
        return apply(deliveries, reached);
      } catch (error) {
        newestId = rows.newestId();
        rollUps.clear();
        throw error;
      }
    },
    progress: rows.progress,
    deliveryCount: () => newestId,
  };
}

function createRowStatements(db: Database) {
  const newest = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM deliveries').pluck();
  const progress = db.prepare<[], Progress>('SELECT request_id AS requestId, partial FROM progress');
  const setProgress = db.prepare('UPDATE progress SET request_id = ?, partial = ?');
  const lastAttempt = db
    .prepare<[string, string], number>(
      'SELECT attempt FROM deliveries WHERE event_id = ? AND origin = ? ORDER BY id DESC LIMIT 1',
    )
    .pluck();
  const insert = db.prepare(`
    INSERT INTO deliveries (id, request_id, batch_index, received_at, order_ts, event_ts, lag_ms, attempt, answer_status, size_bytes,
      unparsed, early, late, event_name, event_id, answer_action, origin, environment, auth, problems, summary, span_start, span_end, body_sha256)
    VALUES (@id, @requestId, @batchIndex, @receivedAt, @orderTs, @eventTs, @receivedAt - @eventTs, @attempt, @answerStatus, @sizeBytes,
      @unparsed, 0, @late, @eventName, @eventId, @answerAction, @origin, @environment, @auth, @problems, @summary, @spanStart, @spanEnd, @bodySha256)`);
  const insertSlice = db.prepare('INSERT INTO slices (delivery_id, bytes) VALUES (?, ?)');
  const markEarly = db.prepare('UPDATE deliveries SET early = 1 WHERE id = ? AND early = 0');
  const isLate = db.prepare<[number], number>('SELECT late FROM deliveries WHERE id = ?').pluck();

  return {
    newestId: () => newest.get() ?? 0,
    progress: () => progress.get() ?? { requestId: 0, partial: 0 },
    setProgress: (reached: Progress) => void setProgress.run(reached.requestId, reached.partial),
    lastAttempt: ({ eventId, origin }: DerivedDelivery) =>
      eventId === null ? 0 : (lastAttempt.get(eventId, origin) ?? 0),
    insert(delivery: DerivedDelivery, placed: { id: number; attempt: number; orderTs: number; late: boolean }) {
      const { references: _, slice, ...columns } = delivery;
      insert.run({ ...columns, ...placed, unparsed: delivery.unparsed ? 1 : 0, late: placed.late ? 1 : 0 });
      if (slice !== null) insertSlice.run(placed.id, slice);
    },
    /** Whether the row counts as out of order only from now on: a late one did before. */
    markEarly: (id: number) => markEarly.run(id).changes > 0 && isLate.get(id) === 0,
  };
}
