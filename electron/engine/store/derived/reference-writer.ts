// Writes which entities a delivery names, and keeps early and late up to date while deliveries arrive. What the marks mean is said
// by `findInversions` in shared/order; here the same is found with two index look-ups per reference.
import type { Database } from 'better-sqlite3';
import { inversionEntities } from '#shared/order/find-inversions.ts';
import { storyEntities } from '#shared/protocol/delivery.ts';

/** A delivery about to be stored. `isOrdered`: a first attempt with an event_ts, the only ones that are compared. */
export interface PlacedDelivery {
  id: number;
  origin: string;
  orderTs: number;
  isOrdered: boolean;
}

export interface ReferenceWriter {
  /** Stores the references (alternating entity index and value); says whether the delivery is late and which ones it makes early. */
  insert(
    flatReferences: readonly (number | string)[],
    placed: PlacedDelivery,
  ): { late: boolean; overtakenIds: number[] };
}

/** States of `refs.inversion`. */
const IN_ORDER = 0;
const EARLY = 1;
const NOT_CONSIDERED = 2;

interface Reference {
  entity: number;
  value: string;
}

const orderedEntities: ReadonlySet<number> = new Set(inversionEntities.map((entity) => storyEntities.indexOf(entity)));

export function createReferenceWriter(db: Database): ReferenceWriter {
  const insert = db.prepare(
    'INSERT INTO refs (entity, value, origin, inversion, order_ts, delivery_id) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const hasNewer = db.prepare<[number, string, string, number]>(
    `SELECT 1 FROM refs WHERE entity = ? AND value = ? AND origin = ? AND inversion IN (${IN_ORDER}, ${EARLY}) AND order_ts > ? LIMIT 1`,
  );
  // A row turns early at most once, so this stays cheap however many newer rows there are.
  const newerInOrder = db
    .prepare<[number, string, string, number], number>(
      `SELECT delivery_id FROM refs WHERE entity = ? AND value = ? AND origin = ? AND inversion = ${IN_ORDER} AND order_ts > ?`,
    )
    .pluck();
  const turnEarly = db.prepare(
    `UPDATE refs SET inversion = ${EARLY} WHERE entity = ? AND value = ? AND origin = ? AND inversion = ${IN_ORDER} AND order_ts > ?`,
  );

  const takeNewer = ({ entity, value }: Reference, { origin, orderTs }: PlacedDelivery): number[] => {
    const ids = newerInOrder.all(entity, value, origin, orderTs);
    if (ids.length > 0) turnEarly.run(entity, value, origin, orderTs);
    return ids;
  };

  return {
    insert(flatReferences, placed) {
      const references = toReferences(flatReferences);
      const ordered = placed.isOrdered ? references.filter(({ entity }) => orderedEntities.has(entity)) : [];
      const late = ordered.some(
        ({ entity, value }) => hasNewer.get(entity, value, placed.origin, placed.orderTs) !== undefined,
      );
      const overtaken = late ? ordered.flatMap((reference) => takeNewer(reference, placed)) : [];
      for (const reference of references) {
        const inversion = ordered.includes(reference) ? IN_ORDER : NOT_CONSIDERED;
        insert.run(reference.entity, reference.value, placed.origin, inversion, placed.orderTs, placed.id);
      }
      return { late, overtakenIds: [...new Set(overtaken)] };
    },
  };
}

function toReferences(flat: readonly (number | string)[]): Reference[] {
  const references: Reference[] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) {
    references.push({ entity: Number(flat[i]), value: String(flat[i + 1]) });
  }
  return references;
}
