// Writes what is derived from the evidence, in the order of arrival: the rows of the list with their attempt numbers and early and late
// marks, their references, and the roll-ups.
import type { Database } from 'better-sqlite3';
import { createChainWriter, type ChainLink } from './chain-writer.ts';
import { createCredentialWriter } from './credential-writer.ts';
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
  const chain = createChainWriter(db);
  const references = createReferenceWriter(db);
  const credentials = createCredentialWriter(db);
  const rollUps = createRollUps(db);
  let newestId = rows.newestId();

  /** Whether rows that were there before have changed. */
  const insert = (delivery: DerivedDelivery): boolean => {
    const id = (newestId += 1);
    const link = chain.link(delivery);
    const { attempt } = link;
    const orderTs = delivery.eventTs ?? delivery.receivedAt;
    const isOrdered = attempt === 1 && delivery.eventTs !== null;
    const placed = { id, orderTs, isOrdered, origin: delivery.origin };
    const { late, overtakenIds } = references.insert(delivery.references, placed);
    rows.insert(delivery, { ...link, id, orderTs, late, credential: credentials.note(delivery) });
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
        credentials.reset();
        throw error;
      }
    },
    progress: rows.progress,
    deliveryCount: () => newestId,
  };
}

/** What a row says besides what was derived from its request alone. */
type Placed = ChainLink & { id: number; orderTs: number; late: boolean; credential: number | null };

function createRowStatements(db: Database) {
  const newest = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM deliveries').pluck();
  const progress = db.prepare<[], Progress>('SELECT request_id AS requestId, partial FROM progress');
  const setProgress = db.prepare('UPDATE progress SET request_id = ?, partial = ?');
  const insert = db.prepare(`
    INSERT INTO deliveries (id, request_id, batch_index, received_at, order_ts, event_ts, lag_ms, attempt, answer_status, size_bytes,
      unparsed, early, late, event_name, event_id, answer_action, origin, environment, auth, problems, summary, span_start, span_end, body_sha256,
      chained, chain_id, previous_id, credential)
    VALUES (@id, @requestId, @batchIndex, @receivedAt, @orderTs, @eventTs, @receivedAt - @eventTs, @attempt, @answerStatus, @sizeBytes,
      @unparsed, 0, @late, @eventName, @eventId, @answerAction, @origin, @environment, @auth, @problems, @summary, @spanStart, @spanEnd, @bodySha256,
      @chained, @chainId, @previousId, @credential)`);
  const insertSlice = db.prepare('INSERT INTO slices (delivery_id, bytes) VALUES (?, ?)');
  const markEarly = db.prepare('UPDATE deliveries SET early = 1 WHERE id = ? AND early = 0');
  const isLate = db.prepare<[number], number>('SELECT late FROM deliveries WHERE id = ?').pluck();

  return {
    newestId: () => newest.get() ?? 0,
    progress: () => progress.get() ?? { requestId: 0, partial: 0 },
    setProgress: (reached: Progress) => void setProgress.run(reached.requestId, reached.partial),
    insert(delivery: DerivedDelivery, placed: Placed) {
      const { references: _, slice, ...columns } = delivery;
      const flags = {
        unparsed: Number(delivery.unparsed),
        late: Number(placed.late),
        chained: Number(delivery.chained),
      };
      insert.run({ ...columns, ...placed, ...flags });
      if (slice !== null) insertSlice.run(placed.id, slice);
    },
    /** Whether the row counts as out of order only from now on: a late one did before. */
    markEarly: (id: number) => markEarly.run(id).changes > 0 && isLate.get(id) === 0,
  };
}
