import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { CapturedRequest, RequestOutcome } from '#engine/store/store.ts';
import type { Chain } from '#shared/protocol/delivery.ts';
import { capturedRequest } from '#test/support/captured-request.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';
import { openTestStore, type TestStore } from '#test/support/test-store.ts';

const folder = useTempFolder();
const startMs = Date.UTC(2026, 10, 21, 13);

const envelope = (id: string, payload: unknown = {}): string =>
  JSON.stringify({ event_id: id, event_name: 'message.delivered', payload });
const status = (code: number): Pick<CapturedRequest, 'answer'> => ({
  answer: { action: 'respond', status: code, decidedBy: 'override' },
});
const hang: Pick<CapturedRequest, 'answer'> = { answer: { action: 'hang', status: null, decidedBy: 'override' } };

interface Try extends Partial<Omit<CapturedRequest, 'body' | 'receivedAtMs' | 'receivedMonoMs'>> {
  body?: string | Uint8Array;
  /** Seconds after the start. */
  at: number;
  /** How the conversation ended, in seconds after the start; answered at once by default. */
  end?: { answeredAt?: number; peerClosedAt?: number; released?: { status: number | null } } | null;
}

/** Stores what came, one after the other, with how each ended. */
async function receive(store: TestStore, tries: readonly Try[]): Promise<void> {
  for (const { body = envelope('e'), at, end = { answeredAt: at }, ...rest } of tries) {
    const times = { receivedAtMs: startMs + at * 1_000, receivedMonoMs: at * 1_000 };
    const id = await store.append(capturedRequest(body, { ...times, ...rest }));
    if (end !== null) store.recordOutcome(id, toOutcome(end));
  }
  await settled(store);
}

function toOutcome({ answeredAt, peerClosedAt, released }: NonNullable<Try['end']>): RequestOutcome {
  return {
    ...(answeredAt === undefined ? {} : { answeredAtMs: startMs + answeredAt * 1_000 }),
    ...(peerClosedAt === undefined ? {} : { peerClosedAtMs: startMs + peerClosedAt * 1_000 }),
    ...(released === undefined ? {} : { released }),
  };
}

/** Outcomes are written behind, in order: once that of a last request shows, all others do. */
async function settled(store: TestStore): Promise<void> {
  const id = await store.append(capturedRequest('', { origin: 'self-test' }));
  store.recordOutcome(id, { answeredAtMs: startMs });
  await store.derived();
  await expect
    .poll(async () => (await store.page({ filter: 'origin:self-test took:>-9999d' })).items.at(-1)?.requestId)
    .toBe(id);
}

async function chainOf(name: string, tries: readonly Try[]): Promise<Chain> {
  const store = await openTestStore(folder.path(`${name}.hookloupe`));
  await receive(store, tries);
  return store.chain('e');
}

const classesOf = (chain: Chain | null): string[][] => chain?.attempts.map(({ classes }) => classes) ?? [];

describe('the chain of an event', () => {
  it('lists tries with gaps, answers, who decided them, and what changed in between', async () => {
    const chain = await chainOf('plain', [
      { at: 1, ...status(500) },
      { at: 1.25, ...status(500), rawHeaders: [['X-Try', '2']] },
      { at: 3, body: envelope('e', { changed: true }) },
    ]);
    expect(chain).toMatchObject({ eventId: 'e', joinedBy: 'event_id', state: 'complete', truncated: false });
    expect(
      chain.attempts.map(({ attempt, gapMs, sameBody, answer }) => [
        attempt,
        gapMs,
        sameBody,
        answer.status,
        answer.decidedBy,
      ]),
    ).toEqual([
      [1, null, null, 500, 'override'],
      [2, 250, true, 500, 'override'],
      [3, 1_750, false, 200, 'default'],
    ]);
    expect(chain.attempts.map(({ changedHeaders }) => changedHeaders)).toEqual([
      null,
      ['x-try', 'host', 'content-type', 'content-length'],
      ['host', 'content-type', 'content-length', 'x-try'],
    ]);
    expect(classesOf(chain)).toEqual([[], ['retry-after-500'], ['retry-after-500', 'different-body']]);
  });

  it('tells what the try before got, and when an earlier one had been accepted', async () => {
    const chain = await chainOf('classes', [
      { at: 0, ...status(401) },
      { at: 1, ...hang, end: { peerClosedAt: 11 } },
      { at: 12, end: { peerClosedAt: 22 } },
      { at: 23 },
      { at: 24, ...status(503) },
      { at: 25, ...hang, end: null },
    ]);
    expect(classesOf(chain)).toEqual([
      [],
      ['retry-after-other'],
      ['retry-after-timeout', 'late-ack'],
      ['retry-after-timeout'],
      ['duplicate-after-200'],
      ['retry-after-other', 'duplicate-after-200'],
    ]);
    expect(chain.attempts.map(({ heldMs, closedBy }) => [heldMs, closedBy])).toEqual([
      [null, null],
      [10_000, 'sender'],
      [10_000, 'sender'],
      [null, null],
      [null, null],
      [null, null],
    ]);
  });

  it('takes a held request that was released with 200 for accepted once it was answered', async () => {
    const released = { status: 200 };
    const chain = await chainOf('released', [{ at: 0, ...hang, end: { answeredAt: 4, released } }, { at: 5 }]);
    expect(chain.state).toBe('complete');
    expect(chain.attempts[0]).toMatchObject({ heldMs: 4_000, closedBy: null, answer: { released } });
    expect(classesOf(chain)).toEqual([[], ['duplicate-after-200']]);
  });

  it('names the receiver where it let a held request drop', async () => {
    const dropped = { answeredAt: 2, released: { status: null } };
    const chain = await chainOf('dropped', [{ at: 0, ...hang, end: dropped }, { at: 3 }]);
    expect(chain.attempts[0]).toMatchObject({ heldMs: 2_000, closedBy: 'receiver' });
    expect(classesOf(chain)).toEqual([[], ['retry-after-other']]);
  });

  it('does not take a try for a duplicate that came before the answer to the first', async () => {
    const chain = await chainOf('overlapping', [{ at: 0, end: { answeredAt: 30 } }, { at: 10 }, { at: 40 }]);
    expect(classesOf(chain)).toEqual([[], ['retry-after-timeout'], ['duplicate-after-200']]);
  });

  it('compares tries of one origin only, and gives the platform’s state', async () => {
    const chain = await chainOf('origins', [
      { at: 0, ...status(500) },
      { at: 1, origin: 'replay' },
      { at: 2, ...status(500) },
    ]);
    expect(chain.state).toBe('pending');
    expect(chain.attempts.map(({ origin, attempt, classes }) => [origin, attempt, classes])).toEqual([
      ['platform', 1, []],
      ['replay', 1, ['own-replay']],
      ['platform', 2, ['retry-after-500']],
    ]);
  });

  it('measures gaps by the wall clock across two runs of the receiver', async () => {
    const file = folder.path('runs.hookloupe');
    const first = await openTestStore(file);
    await receive(first, [{ at: 100, ...status(500) }]);
    await first.close();
    const second = await openTestStore(file);
    await second.append(capturedRequest(envelope('e'), { receivedAtMs: startMs + 160_000, receivedMonoMs: 5 }));
    await second.derived();
    expect((await second.chain('e')).attempts.map(({ gapMs }) => gapMs)).toEqual([null, 60_000]);
  });

  it('lists the newest thousand of more tries, says so, and judges by all', async () => {
    const store = await openTestStore(folder.path('thousand.hookloupe'));
    await receive(store, [{ at: 0 }]);
    await Promise.all(Array.from({ length: 1_010 }, () => store.append(capturedRequest(envelope('e'), status(500)))));
    await store.derived();
    const chain = await store.chain('e');
    expect(chain).toMatchObject({ state: 'complete', truncated: true });
    expect(chain.attempts).toHaveLength(1_000);
    expect(chain.attempts[0]).toMatchObject({ attempt: 12, sameBody: true, gapMs: 0 });
    expect(chain.attempts.at(-1)?.attempt).toBe(1_011);
  });
});

describe('tries of a batch', () => {
  const batch = (...ids: string[]): string => `[${ids.map((id) => envelope(id)).join(',')}]`;

  it('tell whether the same events came again', async () => {
    const chain = await chainOf('batch', [
      { at: 0, body: batch('e', 'f'), ...status(500) },
      { at: 1, body: batch('e', 'f'), ...status(500) },
      { at: 2, body: batch('f', 'e'), ...status(500) },
      { at: 3, body: batch('e', 'f', 'g'), ...status(500) },
      { at: 4 },
    ]);
    expect(chain.attempts.map((attempt) => [attempt.batch, attempt.sameBody])).toEqual([
      [{ size: 2, sameEvents: null }, null],
      [{ size: 2, sameEvents: true }, true],
      [{ size: 2, sameEvents: true }, false],
      [{ size: 3, sameEvents: false }, false],
      [null, false],
    ]);
  });

  it('are not retries of each other within one request', async () => {
    const body = batch('e', 'e');
    const chain = await chainOf(
      'twice',
      [0, 1, 2, 3].map((at) => ({ at, body, ...status(500) })),
    );
    expect(chain.state).toBe('gave_up');
    expect(classesOf(chain).slice(0, 4)).toEqual([[], [], ['retry-after-500'], ['retry-after-500']]);
    expect(chain.attempts.map(({ gapMs }) => gapMs)).toEqual([null, null, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000]);
    const three = await chainOf(
      'thrice',
      [0, 1, 2].map((at) => ({ at, body, ...status(500) })),
    );
    expect(three.state).toBe('pending');
  });
});

describe('deliveries without a readable event_id', () => {
  async function rows(name: string, tries: readonly Try[]) {
    const store = await openTestStore(folder.path(`${name}.hookloupe`));
    await receive(store, tries);
    const { items } = await store.page({ filter: '-origin:self-test' });
    return { store, items };
  }

  it('are joined by identical bytes, and say that it was by them', async () => {
    const body = '{"event_name":"message.delivered","payload":{}}';
    const { store, items } = await rows('bytes', [
      { at: 0, body, ...status(500) },
      { at: 1, body: `${body} `, ...status(500) },
      { at: 2, body },
    ]);
    expect(items.map(({ attempt, attempts }) => `${attempt}/${attempts}`)).toEqual(['1/2', '1/1', '2/2']);
    const { chain } = await store.detail(3);
    expect(chain).toMatchObject({ eventId: null, joinedBy: 'body', state: 'complete' });
    expect(chain?.attempts.map(({ deliveryId, gapMs, sameBody }) => [deliveryId, gapMs, sameBody])).toEqual([
      [1, null, null],
      [3, 2_000, true],
    ]);
  });

  it('in a batch are joined by their place in it', async () => {
    const { items } = await rows(
      'places',
      [0, 1].map((at) => ({ at, body: '[{"payload":1},{"payload":1}]', ...status(500) })),
    );
    expect(items.map(({ attempt, batchIndex }) => [attempt, batchIndex])).toEqual([
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
    ]);
  });

  it.each<[string, Partial<Try>]>([
    ['the body is empty', { body: '' }],
    ['the body was cut', { body: 'no json', sizeBytes: 900, truncated: true }],
    ['the sender went before the end of it', { body: 'no json', completeness: 'incomplete' }],
    [
      'it was a request for a token',
      {
        body: 'grant_type=client_credentials',
        answer: { action: 'respond', status: 200, decidedBy: 'token-endpoint' },
      },
    ],
  ])('are not joined where %s', async (_, what) => {
    const { store, items } = await rows(
      `apart-${Object.keys(what).join('-')}`,
      [0, 1].map((at) => ({ at, ...what })),
    );
    expect(items.map(({ attempt, attempts }) => `${attempt}/${attempts}`)).toEqual(['1/1', '1/1']);
    expect((await store.detail(2)).chain).toBeNull();
    expect((await store.page({ filter: '-origin:self-test is:latest' })).total).toBe(2);
  });
});

describe('filters and counts of tries', () => {
  it('find duplicates, late 200s and what was given up, and count duplicates with and without a filter', async () => {
    const store = await openTestStore(folder.path('filters.hookloupe'));
    await receive(store, [
      { at: 0, body: envelope('done') },
      { at: 1, body: envelope('late'), end: { peerClosedAt: 9 } },
      ...[2, 3, 4, 5].map((at) => ({ at, body: envelope('lost'), ...status(500) })),
      { at: 6, body: envelope('done') },
    ]);
    const found = async (filter: string): Promise<number[]> =>
      (await store.page({ filter: `origin:platform ${filter}` })).items.map(({ id }) => id);
    expect(await found('is:dup')).toEqual([7]);
    expect(await found('is:late-ack')).toEqual([2]);
    expect(await found('status:200 -is:late-ack')).toEqual([1, 7]);
    expect(await found('is:gave-up')).toEqual([6]);
    expect(await found('is:latest')).toEqual([2, 6, 7]);
    expect((await store.facets()).views['duplicates']).toBe(1);
    expect(await store.facets('size:>=0')).toEqual(await store.facets());
  });

  it('show the answer to a try that was open when the next one came', async () => {
    const store = await openTestStore(folder.path('open.hookloupe'));
    await receive(store, [{ at: 0, end: null }, { at: 20 }]);
    expect((await store.page({ filter: 'is:dup' })).total).toBe(0);
    store.recordOutcome(1, { answeredAtMs: startMs + 10_000 });
    await expect.poll(async () => (await store.facets()).views['duplicates']).toBe(1);
    await expect.poll(async () => (await store.page({ filter: 'is:dup' })).total, { timeout: 5_000 }).toBe(1);
  });
});

describe('a chain after everything derived was dropped', () => {
  it('is the same again', async () => {
    const file = folder.path('rebuilt.hookloupe');
    const first = await openTestStore(file);
    await receive(first, [
      { at: 0, ...status(500) },
      { at: 1, body: 'no json' },
      { at: 2 },
      { at: 3, body: 'no json' },
    ]);
    const before = [await first.detail(3), await first.detail(4)];
    await first.close();
    const db = new Database(file);
    for (const table of ['deliveries', 'slices', 'refs', 'counts', 'arrivals']) db.exec(`DELETE FROM ${table}`);
    db.exec('UPDATE progress SET request_id = 0, partial = 0');
    db.close();
    const second = await openTestStore(file);
    await second.derived();
    expect([await second.detail(3), await second.detail(4)]).toEqual(before);
  });
});
