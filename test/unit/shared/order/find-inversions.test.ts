import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findInversions, type OrderedDelivery } from '#shared/order/find-inversions.ts';
import { storyEntities, type StoryReference } from '#shared/protocol/delivery.ts';

const notification: StoryReference = { entity: 'notification', value: 'ntf_1' };

function delivery(id: number, orderTsMs: number | null, change: Partial<OrderedDelivery> = {}): OrderedDelivery {
  return { id, orderTsMs, origin: 'platform', attempt: 1, references: [notification], ...change };
}

function marks(deliveries: readonly OrderedDelivery[]): string[] {
  return [...findInversions(deliveries).values()].map(
    ({ early, late }) => `${early ? 'early' : ''}${late ? 'late' : ''}`,
  );
}

/** The words of the definition, pair by pair. */
function isPair(first: OrderedDelivery, second: OrderedDelivery): boolean {
  const counts = ['notification', 'message', 'conversation', 'phone'];
  const shares = first.references.some((a) =>
    second.references.some((b) => counts.includes(a.entity) && a.entity === b.entity && a.value === b.value),
  );
  if (!shares || first.origin !== second.origin || first.attempt !== 1 || second.attempt !== 1) return false;
  return first.orderTsMs !== null && second.orderTsMs !== null && first.orderTsMs > second.orderTsMs;
}

describe('inversions', () => {
  it('mark the receipt that came before its attempted as early, and the attempted as late', () => {
    expect(marks([delivery(1, 2000), delivery(2, 1000)])).toEqual(['early', 'late']);
  });

  it('mark a delivery between two others as both', () => {
    expect(marks([delivery(1, 3000), delivery(2, 2000), delivery(3, 1000)])).toEqual(['early', 'earlylate', 'late']);
  });

  it('need different times', () => {
    expect(marks([delivery(1, 1000), delivery(2, 1000)])).toEqual(['', '']);
  });

  it('do not count retries, deliveries without event_ts, or another origin', () => {
    expect(marks([delivery(1, 2000), delivery(2, 1000, { attempt: 2 })])).toEqual(['', '']);
    expect(marks([delivery(1, 2000), delivery(2, null)])).toEqual(['', '']);
    expect(marks([delivery(1, 2000), delivery(2, 1000, { origin: 'replay' })])).toEqual(['', '']);
  });

  it('count notifications, messages, conversations and phones only', () => {
    const inverted = storyEntities.filter((entity) => {
      const references = [{ entity, value: 'x' }];
      return marks([delivery(1, 2000, { references }), delivery(2, 1000, { references })]).includes('early');
    });
    expect(inverted).toEqual(['notification', 'message', 'phone', 'conversation']);
  });

  it('keep entities with the same value apart', () => {
    const other: StoryReference = { entity: 'message', value: 'ntf_1' };
    expect(marks([delivery(1, 2000), delivery(2, 1000, { references: [other] })])).toEqual(['', '']);
  });

  it('agree with the definition, pair by pair', () => {
    const reference = fc.record({ entity: fc.constantFrom(...storyEntities), value: fc.constantFrom('a', 'b') });
    const arrival = fc.record({
      origin: fc.constantFrom('platform' as const, 'replay' as const),
      attempt: fc.constantFrom(1, 1, 2),
      orderTsMs: fc.option(fc.nat(5)),
      references: fc.array(reference, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(arrival, { maxLength: 12 }), (arrivals) => {
        const deliveries = arrivals.map((item, index) => ({ ...item, id: index + 1 }));
        const found = findInversions(deliveries);
        deliveries.forEach((item, index) => {
          const early = deliveries.slice(index + 1).some((later) => isPair(item, later));
          const late = deliveries.slice(0, index).some((earlier) => isPair(earlier, item));
          expect(found.get(item.id)).toEqual({ early, late });
        });
      }),
    );
  });
});
