import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDerivedWriter } from '#engine/store/derived/derived-writer.ts';
import { compileFilter, registerFilterFunctions } from '#engine/store/filter/filter-sql.ts';
import { migrations } from '#engine/store/migrations/migrations.ts';
import { readDeliveryRows, toDeliveryItem } from '#engine/store/queries/delivery-rows.ts';
import type { DerivedDelivery } from '#engine/store/worker-messages.ts';
import type { AttemptFacts } from '#shared/chain/attempt-result.ts';
import { chainState } from '#shared/chain/chain-state.ts';
import { classifyAttempt, isAcceptedBefore, isSpentBefore } from '#shared/chain/classify-attempt.ts';
import { createFilterPredicate } from '#shared/filter/evaluate-filter.ts';
import type { FilterSubject } from '#shared/filter/filter-subject.ts';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import { deliveryWith } from '#test/unit/shared/filter/delivery-with.ts';

const flags = ['retry', 'dup', 'late-ack', 'changed-body', 'beyond-limit', 'gave-up', 'latest', 'held', 'rescued'];

interface Arrival {
  facts: Omit<AttemptFacts, 'requestId'>;
  body: 'one' | 'other';
  /** Several envelopes of one request may carry one event. */
  events: readonly (string | null)[];
  origin: 'platform' | 'replay';
  decidedBy: 'override' | 'rescue';
}

const answer: fc.Arbitrary<AttemptFacts['answer']> = fc.oneof(
  fc
    .constantFrom(200, 500, 500, 500, 500, 401)
    .map((status) => ({ action: 'respond' as const, status, released: null })),
  fc.constantFrom(null, { status: 200 }, { status: 500 }, { status: null }).map((released) => ({
    action: 'hang' as const,
    status: null,
    released,
  })),
  fc.constant({ action: 'reset' as const, status: null, released: null }),
);
const arrival: fc.Arbitrary<Arrival> = fc.record({
  facts: fc
    .record({
      receivedAtMs: fc.nat(4),
      answer,
      end: fc.constantFrom('answered', 'answered', 'closed', 'unknown'),
      tookMs: fc.nat(3),
    })
    .map(({ end, tookMs, ...rest }) => ({
      ...rest,
      answeredAtMs: end === 'answered' ? rest.receivedAtMs + tookMs : null,
      peerClosedAtMs: end === 'closed' ? rest.receivedAtMs + tookMs : null,
    })),
  body: fc.constantFrom('one', 'one', 'other'),
  events: fc.array(fc.constantFrom('a', 'a', 'b', null), { minLength: 1, maxLength: 2 }),
  origin: fc.constantFrom('platform', 'platform', 'platform', 'replay'),
  decidedBy: fc.constantFrom('override', 'override', 'rescue'),
});

interface Stored extends Arrival {
  facts: AttemptFacts;
  chain: string;
}

const bodies = { one: Buffer.alloc(32, 1), other: Buffer.alloc(32, 2) };

function fill(db: Database.Database, arrivals: readonly Arrival[]): Stored[] {
  const writer = createDerivedWriter(db);
  return arrivals.flatMap(({ events, ...arrived }, index) => {
    const requestId = index + 1;
    const facts = { ...arrived.facts, requestId };
    insertEvidence(db, facts, arrived.decidedBy);
    const rows = events.map((eventId, i) =>
      toDerived(facts, { ...arrived, events }, [eventId, events.length > 1 ? i : null]),
    );
    writer.apply(rows, { requestId, partial: 0 });
    return rows.map(({ eventId, batchIndex }) => ({
      ...arrived,
      events,
      facts,
      chain: `${arrived.origin} ${eventId ?? `${arrived.body} ${batchIndex}`}`,
    }));
  });
}

function insertEvidence(db: Database.Database, facts: AttemptFacts, decidedBy: string): void {
  db.prepare(
    `INSERT INTO requests (id, run_id, received_at, received_mono, method, target, http_version, raw_headers, remote_address,
    remote_port, source_address, environment, auth, origin, size_bytes, truncated, completeness, answer_action, answer_status, answer_decided_by)
    VALUES (?, 1, ?, 0, 'POST', '/', '1.1', '[]', '', 1, '', 'other', 'none', 'platform', 9, 0, 'complete', ?, ?, ?)`,
  ).run(facts.requestId, facts.receivedAtMs, facts.answer.action, facts.answer.status, decidedBy);
  const { released } = facts.answer;
  db.prepare(
    'INSERT INTO outcomes (request_id, answered_at, peer_closed_at, released, released_status) VALUES (?, ?, ?, ?, ?)',
  ).run(facts.requestId, facts.answeredAtMs, facts.peerClosedAtMs, Number(released !== null), released?.status ?? null);
}

function toDerived(
  facts: AttemptFacts,
  { origin, body }: Arrival,
  [eventId, batchIndex]: [string | null, number | null],
): DerivedDelivery {
  return {
    requestId: facts.requestId,
    batchIndex,
    receivedAt: facts.receivedAtMs,
    eventTs: null,
    eventId,
    chained: true,
    eventName: null,
    answerAction: facts.answer.action,
    answerStatus: facts.answer.status,
    origin,
    environment: 'other',
    auth: 'none',
    sizeBytes: 9,
    unparsed: false,
    problems: '',
    summary: '',
    spanStart: 0,
    spanEnd: 9,
    bodySha256: bodies[body],
    slice: null,
    credential: null,
    references: [],
  };
}

/** What shared/chain says of each delivery, in memory. */
function toSubjects(stored: readonly Stored[]): FilterSubject[] {
  return stored.map((delivery, index) => {
    const chain = stored.filter(({ chain }) => chain === delivery.chain);
    const place = chain.indexOf(delivery);
    const before = chain.findLast(({ facts }) => facts.requestId < delivery.facts.requestId);
    return deliveryWith({
      id: index + 1,
      attempt: place + 1,
      answerAction: delivery.facts.answer.action,
      answerStatus: delivery.facts.answer.status,
      answerDecidedBy: delivery.decidedBy,
      superseded: place + 1 < chain.length,
      gaveUp: place + 1 === chain.length && chainState(chain.map(({ facts }) => facts)) === 'gave_up',
      classes: classifyAttempt(delivery.facts, {
        attempt: place + 1,
        origin: delivery.origin,
        before: before?.facts ?? null,
        sameBody: before === undefined ? null : before.body === delivery.body,
        acceptedBefore: chain.some(({ facts }) => isAcceptedBefore(facts, delivery.facts)),
        spentBefore: isSpentBefore(
          chain.map(({ facts }) => facts),
          delivery.facts.requestId,
        ),
      }),
    });
  });
}

function withCapture<T>(arrivals: readonly Arrival[], use: (db: Database.Database, stored: Stored[]) => T): T {
  const db = new Database(':memory:');
  for (const { sql } of migrations) db.exec(sql);
  registerFilterFunctions(db);
  try {
    return use(db, fill(db, arrivals));
  } finally {
    db.close();
  }
}

const arrivals = fc
  .array(arrival, { minLength: 1, maxLength: 12 })
  .map((list) => list.map((one, i) => ({ ...one, facts: shift(one.facts, i * 2) })));

function shift(facts: Arrival['facts'], ms: number): Arrival['facts'] {
  const later = (at: number | null): number | null => (at === null ? null : at + ms);
  return {
    ...facts,
    receivedAtMs: facts.receivedAtMs + ms,
    answeredAtMs: later(facts.answeredAtMs),
    peerClosedAtMs: later(facts.peerClosedAtMs),
  };
}

describe('filters about tries', () => {
  it('select exactly what the chains in memory say', () => {
    fc.assert(
      fc.property(arrivals, (list) =>
        withCapture(list, (db, stored) => {
          const subjects = toSubjects(stored);
          for (const flag of flags) {
            const { ast } = parseFilter(`is:${flag}`);
            const { where, params } = compileFilter(ast, 0);
            const found = db.prepare<unknown[], number>(`SELECT d.id FROM deliveries d WHERE ${where} ORDER BY d.id`);
            const expected = subjects.filter(createFilterPredicate(ast, 0)).map(({ id }) => id);
            expect([flag, found.pluck().all(...params)]).toEqual([flag, expected]);
          }
        }),
      ),
      { numRuns: 300 },
    );
  });
});

describe('rows of the list', () => {
  it('say of each try what the chains in memory say', () => {
    fc.assert(
      fc.property(arrivals, (list) =>
        withCapture(list, (db, stored) => {
          const items = readDeliveryRows(
            db,
            stored.map((_, i) => i + 1),
          ).map(toDeliveryItem);
          const sizes = Map.groupBy(stored, ({ chain }) => chain);
          const expected = toSubjects(stored).map(({ attempt, classes }, i) => ({
            attempt,
            attempts: sizes.get(stored[i]?.chain ?? '')?.length,
            classes,
          }));
          expect(items.map(({ attempt, attempts, classes }) => ({ attempt, attempts, classes }))).toEqual(expected);
        }),
      ),
      { numRuns: 200 },
    );
  });
});
