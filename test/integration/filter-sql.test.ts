import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { compileFilter, registerFilterFunctions } from '#engine/store/filter/filter-sql.ts';
import { migrations } from '#engine/store/migrations/migrations.ts';
import { answerDeciders } from '#shared/answer/answer.ts';
import { parseEnvelope } from '#shared/envelope/parse-envelope.ts';
import { evaluateFilter } from '#shared/filter/evaluate-filter.ts';
import { stateFlags } from '#shared/filter/filter-keys.ts';
import type { FilterSubject } from '#shared/filter/filter-subject.ts';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import { authVerdicts, environments, origins, storyEntities, type AttemptClass } from '#shared/protocol/delivery.ts';
import { deliveryWith } from '#test/unit/shared/filter/delivery-with.ts';
import { filterNode, smallText } from '#test/unit/shared/filter/filter-arbitraries.ts';

const nowMs = Date.UTC(2026, 10, 21, 10, 0, 0);

const name = fc.oneof(
  smallText,
  fc.constantFrom('notification.delivered', 'message.action_taken', 'Message.x', 'twoway.agent_ping', 'odd'),
);
const scalar = fc.oneof(
  smallText,
  fc.constantFrom<unknown>(null, true, 0, 1, 2.5, '', '1', '2026-11-20T09:30:00.000Z', [], {}),
);
const envelope = fc.record(
  {
    event_type: scalar,
    event_version: scalar,
    event_ts: scalar,
    payload: fc.oneof(
      scalar,
      fc.record(
        {
          a: fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })),
          list: fc.array(fc.record({ a: scalar }, { requiredKeys: [] }), { maxLength: 2 }),
          'odd-name': scalar,
          'a b': scalar,
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
);
const answer = fc.constantFrom(
  ...(['hang', 'reset'] as const).map((answerAction) => ({ answerAction, answerStatus: null })),
  ...[200, 200, 401, 404, 500].map((answerStatus) => ({ answerAction: 'respond' as const, answerStatus })),
);
const timeMs = fc.oneof(
  fc.integer({ min: nowMs - 3 * 86_400_000, max: nowMs }),
  fc.constantFrom(nowMs, nowMs - 600_000, Date.UTC(2026, 10, 20), Date.UTC(2026, 10, 21, 9, 30), 1_795_255_200_000),
);

interface StoredDelivery extends Omit<FilterSubject, 'id' | 'requestId' | 'envelope'> {
  orderTsMs: number;
}

const delivery: fc.Arbitrary<StoredDelivery> = fc
  .record({
    receivedAtMs: timeMs,
    eventTsMs: fc.option(timeMs),
    lagMs: fc.option(fc.constantFrom(-1000, 0, 250, 1000, 5000, 60_000)),
    tookMs: fc.option(fc.constantFrom(0, 1, 250, 1000)),
    eventId: fc.option(smallText.filter((id) => id !== '')),
    eventName: fc.option(name.filter((text) => text !== '')),
    attempt: fc.integer({ min: 1, max: 5 }),
    superseded: fc.boolean(),
    answerDecidedBy: fc.constantFrom(...answerDeciders),
    answer,
    unparsed: fc.boolean(),
    batchIndex: fc.option(fc.nat(2)),
    early: fc.boolean(),
    late: fc.boolean(),
    origin: fc.constantFrom(...origins),
    environment: fc.constantFrom(...environments),
    auth: fc.constantFrom(...authVerdicts),
    credential: fc.option(fc.integer({ min: 1, max: 3 })),
    allowed: fc.option(fc.boolean()),
    sizeBytes: fc.constantFrom(0, 10, 1000, 1024, 5000),
    problems: fc.uniqueArray(fc.constantFrom('a', 'ab', 'json_invalid', 'k'), { maxLength: 2 }),
    references: fc.array(
      fc.record({ entity: fc.constantFrom(...storyEntities), value: smallText.filter((value) => value !== '') }),
      { maxLength: 3 },
    ),
    method: fc.constantFrom('POST', 'GET', 'a'),
    target: fc.oneof(smallText, fc.constantFrom('/a', '/a/b?x=1')),
    sourceAddress: fc.constantFrom('52.73.72.6', '127.0.0.1', 'a'),
    rawHeaders: fc.array(fc.tuple(fc.constantFrom('X-A', 'x-a', 'Other'), smallText), { maxLength: 3 }),
    text: fc.oneof(
      envelope.map((value) => JSON.stringify(value)),
      smallText,
      fc.constant(''),
    ),
  })
  .map(({ answer: given, ...rest }) => ({
    ...rest,
    ...given,
    orderTsMs: rest.eventTsMs ?? rest.receivedAtMs,
    gaveUp: false,
    classes: [],
  }));

const plain: StoredDelivery = {
  ...deliveryWith({ text: '{"payload":{}}', origin: 'platform' }),
  orderTsMs: nowMs,
};

const db = new Database(':memory:');
for (const { sql } of migrations) db.exec(sql);
registerFilterFunctions(db);
afterAll(() => db.close());

/** Stores deliveries with other bytes around each envelope; gives what memory should see of them. */
function store(deliveries: readonly StoredDelivery[]): FilterSubject[] {
  for (const table of ['requests', 'bodies', 'outcomes', 'deliveries', 'slices', 'refs'])
    db.exec(`DELETE FROM ${table}`);
  return deliveries.map((given, index) => {
    const subject: FilterSubject = {
      ...given,
      classes: classesOf(given, index + 1),
      id: index + 1,
      requestId: index + 1,
      envelope: () => (given.unparsed ? undefined : parseEnvelope(given.text)),
    };
    insert(given, index + 1);
    return subject;
  });
}

/** Of those that a delivery has without any other of its chain; filter-chains.test.ts has the others. */
function classesOf({ answerStatus, tookMs }: StoredDelivery, id: number): AttemptClass[] {
  const isLeft = !isAnswered(id) && tookMs !== null;
  return isLeft && answerStatus === 200 ? ['late-ack'] : [];
}

/** Every second one was answered, the others were left by their sender. */
const isAnswered = (id: number): boolean => id % 2 === 0;

function insert(given: StoredDelivery, id: number): void {
  const bytes = Buffer.from(given.text, 'utf8');
  const around = Buffer.from('[é ');
  run('requests', requestColumns(given, id));
  run('bodies', { request_id: id, bytes: Buffer.concat([around, bytes, around]) });
  const endMs = given.tookMs === null ? null : given.receivedAtMs + given.tookMs;
  const [answeredAt, peerClosedAt] = isAnswered(id) ? [endMs, null] : [null, endMs];
  run('outcomes', { request_id: id, answered_at: answeredAt, peer_closed_at: peerClosedAt });
  if (given.batchIndex !== null) run('slices', { delivery_id: id, bytes });
  run('deliveries', deliveryColumns(given, id, [around.length, around.length + bytes.length]));
  for (const { entity, value } of given.references) {
    const place = { origin: given.origin, inversion: 0, order_ts: given.orderTsMs, delivery_id: id };
    run('refs', { entity: storyEntities.indexOf(entity), value, ...place });
  }
}

function requestColumns(given: StoredDelivery, id: number): Record<string, unknown> {
  return {
    id,
    run_id: 1,
    received_at: given.receivedAtMs,
    received_mono: 0,
    method: given.method,
    target: given.target,
    http_version: '1.1',
    raw_headers: JSON.stringify(given.rawHeaders),
    remote_address: '',
    remote_port: 1,
    source_address: given.sourceAddress,
    environment: given.environment,
    auth: given.auth,
    origin: given.origin,
    size_bytes: given.sizeBytes,
    truncated: 0,
    completeness: 'complete',
    answer_action: given.answerAction,
    answer_status: given.answerStatus,
    answer_decided_by: given.answerDecidedBy,
    allowed: given.allowed === null ? null : Number(given.allowed),
  };
}

function deliveryColumns(given: StoredDelivery, id: number, span: readonly [number, number]): Record<string, unknown> {
  return {
    id,
    request_id: id,
    batch_index: given.batchIndex,
    received_at: given.receivedAtMs,
    order_ts: given.orderTsMs,
    event_ts: given.eventTsMs,
    lag_ms: given.lagMs,
    attempt: given.attempt,
    superseded: Number(given.superseded),
    credential: given.credential,
    answer_status: given.answerStatus,
    size_bytes: given.sizeBytes,
    unparsed: Number(given.unparsed),
    early: Number(given.early),
    late: Number(given.late),
    event_name: given.eventName,
    event_id: given.eventId,
    answer_action: given.answerAction,
    origin: given.origin,
    environment: given.environment,
    auth: given.auth,
    problems: given.problems.map((code) => `${code} `).join(''),
    summary: '',
    span_start: span[0],
    span_end: span[1],
    body_sha256: Buffer.alloc(32),
  };
}

function run(table: string, row: Record<string, unknown>): void {
  const names = Object.keys(row);
  const places = names.map((name) => `@${name}`);
  db.prepare(`INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')})`).run(row);
}

function select(ast: Parameters<typeof compileFilter>[0], zoneOffsetMinutes = 0): number[] {
  const { where, params } = compileFilter(ast, nowMs, zoneOffsetMinutes);
  const statement = db.prepare<unknown[], number>(`SELECT d.id FROM deliveries d WHERE (${where}) ORDER BY d.id`);
  return statement.pluck().all(...params);
}

function parseValid(text: string): Parameters<typeof compileFilter>[0] {
  const { ast, errors } = parseFilter(text);
  expect(errors).toEqual([]);
  return ast;
}

function planOf(text: string): string {
  const { where, params } = compileFilter(parseValid(text), nowMs);
  const rows = db
    .prepare<unknown[], { detail: string }>(
      `EXPLAIN QUERY PLAN SELECT d.id, d.order_ts FROM deliveries d WHERE ${where}`,
    )
    .all(...params);
  return rows.map(({ detail }) => detail).join('\n');
}

describe('filters over the capture file', () => {
  it('select exactly the deliveries that the evaluation in memory accepts', () => {
    fc.assert(
      fc.property(
        fc.array(delivery, { minLength: 1, maxLength: 6 }),
        fc.array(filterNode, { minLength: 10, maxLength: 10 }),
        fc.constantFrom(0, 0, 60, -330),
        (deliveries, filters, zone) => {
          const subjects = store(deliveries);
          for (const ast of filters) {
            const expected = subjects
              .filter((subject) => evaluateFilter(ast, subject, nowMs, zone))
              .map(({ id }) => id);
            expect({ ast, selected: select(ast, zone) }).toEqual({ ast, selected: expected });
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each<[string, Partial<StoredDelivery>]>([
    ['event_id:NTF_aB1', { eventId: 'nTf_Ab1' }],
    ['event_id:i*', { eventId: '\u0130x' }],
    ['ccid:kk', { references: [{ entity: 'customer', value: '\u212AK' }] }],
    ['ccid:cafÉ-*', { references: [{ entity: 'customer', value: 'CAFé-1' }] }],
    ['chain:=+1415', { references: [{ entity: 'phone', value: '+1415' }] }],
    ['payload.a:1', { text: '{"payload":{"\\u0061":1}}' }],
    ['payload."a\\"b":1', { text: '{"payload":{"a\\"b":1}}' }],
    ['has:payload.b,payload.é', { text: '{"payload":{"é":1}}' }],
    ['-payload.a:1 payload.b:absent', { text: '{}' }],
    ['kind:unknown', { eventName: null }],
    ['-event:a', { eventName: null }],
    ['-lag:>0 -took:>0 -event_ts:today', { lagMs: null, tookMs: null, eventTsMs: null }],
  ])('find with %s what differs in nothing that counts', (text, given) => {
    store([{ ...plain, ...given }]);
    expect(select(parseValid(text))).toEqual([1]);
  });

  it('take a missing name or identifier for one that differs', () => {
    store([
      { ...plain, eventId: null, eventName: null },
      { ...plain, eventId: 'a', eventName: 'b' },
    ]);
    expect(select(parseValid('-event_id:a'))).toEqual([1]);
    expect(select(parseValid('-event:b'))).toEqual([1]);
  });

  it('run whatever is typed, however long or nested', () => {
    store([]);
    const nested = `${'-('.repeat(45)}a b OR c${')'.repeat(45)}`;
    const many = (count: number, term: (index: number) => string, between: string): string =>
      Array.from({ length: count }, (_, index) => term(index)).join(between);
    const texts = [
      nested,
      `${'(status:200 OR lag:>5s OR -'.repeat(40)}b${')'.repeat(40)}`,
      many(100, (index) => `chain:a${index}`, ' OR '),
      many(100, (index) => `ccid:a${index},b`, ' '),
      many(100, (index) => `a${index}`, ' '),
      many(100, (index) => `payload.a${index}:1`, ' OR '),
      many(50, (index) => `header.a${index}:1 took:>1s`, ' OR '),
      `event_id:${many(500, (index) => `a${index}`, ',')}`,
    ];
    for (const text of texts) expect(select(parseValid(text))).toEqual([]);
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => void select(parseFilter(text).ast)));
  });
});

describe('what the indexes serve', () => {
  it.each([
    ['event:notification.delivered', 'deliveries_by_name'],
    ['event:notification.*', 'deliveries_by_name'],
    ['event_id:8b1f0c9e-52e1', 'deliveries_by_event'],
    ['status:500', 'deliveries_failed'],
    ['status:500,timeout', 'deliveries_failed'],
    ['is:retry', 'deliveries_retried'],
    ['try:>=2', 'deliveries_retried'],
    ['is:early', 'deliveries_inverted'],
    ['is:dup', 'deliveries_retried'],
    ['is:dup', 'deliveries_by_chain'],
    ['is:beyond-limit', 'deliveries_retried'],
    ['is:changed-body', 'deliveries_retried'],
    ['is:gave-up', 'deliveries_retried'],
    ['is:gave-up', 'deliveries_by_chain'],
    ['is:late-ack', 'outcomes_unanswered'],
    ['is:late-ack', 'deliveries_by_request'],
    ['is:rescued', 'requests_rescued'],
    ['is:held', 'deliveries_failed'],
    ['received:10m', 'deliveries_by_received'],
  ])('%s is found with %s', (text, index) => {
    expect(planOf(text)).toContain(index);
  });

  it.each(['ccid:C-100482', 'addr:+1415*', 'chain:ntf_77120'])(
    '%s never scans the deliveries or the references',
    (text) => {
      const plan = planOf(text);
      expect(plan).toMatch(/SEARCH refs USING (?:COVERING INDEX|PRIMARY KEY)/);
      expect(plan).not.toMatch(/SCAN (?:d|refs)\b/);
    },
  );
});

describe('which filters read bodies', () => {
  it.each(['bill', 'payload.a:1', 'has:payload.a', 'type(payload.a):string', 'text:/a/', 'header.x:~a'])(
    '%s does',
    (text) => {
      expect(compileFilter(parseValid(text), nowMs).scansBodies).toBe(true);
    },
  );

  it.each([
    'event:a',
    'status:500',
    'ccid:a',
    'lag:>5s took:>1s',
    'received:10m',
    ...stateFlags.map((flag) => `is:${flag}`),
  ])('%s does not', (text) => {
    expect(compileFilter(parseValid(text), nowMs).scansBodies).toBe(false);
  });
});
