import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { capturedRequest } from '#test/support/captured-request.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';
import { startTestEngine } from '#test/support/test-engine.ts';
import { openTestStore, type TestStore } from '#test/support/test-store.ts';
import type { AuthVerdict } from '#shared/protocol/delivery.ts';
import type { Credentials } from '#shared/protocol/sender.ts';

const folder = useTempFolder();
const startMs = Date.UTC(2026, 10, 21, 13);
const envelope = (id: string): unknown => ({ event_id: id, event_name: 'a.b', payload: {} });
const timeAt = (second: number): string => new Date(startMs + second * 1000).toISOString();

interface Sent {
  second: number;
  header: readonly [string, string] | null;
  verdict: AuthVerdict;
  events?: number;
  origin?: 'platform' | 'replay';
}

async function append(
  store: TestStore,
  { second, header, verdict, events = 0, origin = 'platform' }: Sent,
): Promise<void> {
  const batch = Array.from({ length: events }, (_, i) => envelope(`${second}-${i}`));
  const body = JSON.stringify(events === 0 ? envelope(String(second)) : batch);
  const auth = { verdict, scheme: null, reason: null, enforced: true };
  const rawHeaders = header === null ? [] : [header];
  await store.append(capturedRequest(body, { receivedAtMs: startMs + second * 1000, rawHeaders, auth, origin }));
}

async function credentialsOf(store: TestStore): Promise<Credentials> {
  await store.derived();
  const bytes = await store.readers.details.read('credentials', undefined);
  return JSON.parse(Buffer.from(bytes).toString()) as Credentials;
}

const jwt = (claims: unknown): string =>
  ['{"alg":"RS256"}', JSON.stringify(claims), 's'].map((part) => Buffer.from(part).toString('base64url')).join('.');
const firstToken = jwt({ sub: 'platform', iat: startMs / 1000, exp: startMs / 1000 + 60 });

/** A sender that changes its token while the old one runs out, and who else knocks. */
const rotation: readonly Sent[] = [
  { second: 1, header: ['Authorization', firstToken], verdict: 'ok' },
  { second: 2, header: ['authorization', `Bearer ${firstToken}`], verdict: 'ok', events: 3 },
  { second: 3, header: null, verdict: 'missing' },
  { second: 4, header: ['Authorization', 'Bearer token-2'], verdict: 'ok' },
  { second: 5, header: ['Authorization', `bearer ${firstToken}`], verdict: 'expired' },
  { second: 6, header: ['Authorization', 'Bearer own'], verdict: 'ok', origin: 'replay' },
  { second: 7, header: ['ApiKey', 'token-2'], verdict: 'wrong' },
  { second: 8, header: ['Authorization', 'token-2'], verdict: 'ok' },
];

const rotated: Credentials = {
  total: 3,
  items: [
    {
      credential: 1,
      scheme: 'bearer',
      firstSeenAt: timeAt(1),
      lastSeenAt: timeAt(5),
      requests: 3,
      verdicts: { ok: 2, expired: 1 },
      issuedAt: timeAt(0),
      expiresAt: timeAt(60),
      subject: 'platform',
    },
    {
      credential: 2,
      scheme: 'bearer',
      firstSeenAt: timeAt(4),
      lastSeenAt: timeAt(8),
      requests: 2,
      verdicts: { ok: 2 },
      issuedAt: null,
      expiresAt: null,
      subject: null,
    },
    {
      credential: 3,
      scheme: 'apikey',
      firstSeenAt: timeAt(7),
      lastSeenAt: timeAt(7),
      requests: 1,
      verdicts: { wrong: 1 },
      issuedAt: null,
      expiresAt: null,
      subject: null,
    },
  ],
};

describe('the credentials that senders used', () => {
  it('are numbered in order of first use, counted once for each request, without own traffic', async () => {
    const store = await openTestStore(folder.path('rotation.hookloupe'));
    for (const sent of rotation) await append(store, sent);
    expect(await credentialsOf(store)).toEqual(rotated);
    const { items } = await store.page();
    expect(items.map(({ credential }) => credential)).toEqual([1, 1, 1, 1, null, 2, 1, null, 3, 2]);
  });

  it('find their deliveries', async () => {
    const store = await openTestStore(folder.path('filter.hookloupe'));
    for (const sent of rotation) await append(store, sent);
    await store.derived();
    const idsOf = async (filter: string) => (await store.page({ filter })).items.map(({ id }) => id);
    expect(await idsOf('credential:2')).toEqual([6, 10]);
    expect(await idsOf('credential:>=2 auth:wrong')).toEqual([9]);
    expect(await idsOf('-credential:1..3')).toEqual([5, 8]);
    expect(await idsOf('auth:expired')).toEqual([7]);
  });

  it('are the same when the file is opened again, and go on counting', async () => {
    const file = folder.path('reopened.hookloupe');
    const first = await openTestStore(file);
    for (const sent of rotation.slice(0, 4)) await append(first, sent);
    await first.derived();
    await first.close();
    const second = await openTestStore(file);
    for (const sent of rotation.slice(4)) await append(second, sent);
    expect(await credentialsOf(second)).toEqual(rotated);
  });

  it('are the same when everything derived is made again from the evidence', async () => {
    const file = folder.path('rebuilt.hookloupe');
    const first = await openTestStore(file);
    for (const sent of rotation) await append(first, sent);
    await first.derived();
    await first.close();
    const db = new Database(file);
    for (const table of ['credentials', 'credential_verdicts', 'deliveries', 'slices', 'refs', 'counts', 'arrivals']) {
      db.exec(`DELETE FROM ${table}`);
    }
    db.exec('UPDATE progress SET request_id = 0, partial = 0');
    db.close();
    expect(await credentialsOf(await openTestStore(file))).toEqual(rotated);
  });

  it('count a large batch once, also where it is stored in several turns', async () => {
    const store = await openTestStore(folder.path('batch.hookloupe'));
    await append(store, { second: 1, header: ['ApiKey', 'k'], verdict: 'ok', events: 1_500 });
    const { items } = await credentialsOf(store);
    expect(items.map(({ requests, verdicts }) => [requests, verdicts])).toEqual([[1, { ok: 1 }]]);
    expect((await store.page({ filter: 'credential:1', limit: 1 })).total).toBe(1_500);
  });

  it('are told by the engine without their values', async () => {
    const engine = await startTestEngine(folder.path('engine.hookloupe'), { auth: 'apikey:k-1' });
    for (const apikey of ['k-1', 'k-2', 'k-1']) await engine.post('{}', { apikey });
    await engine.listed(3);
    const text = await (await engine.fetch('/api/v1/credentials')).text();
    expect(text).not.toContain('k-');
    const { items, total } = JSON.parse(text) as Credentials;
    expect([total, items.map(({ scheme, requests, verdicts }) => ({ scheme, requests, verdicts }))]).toEqual([
      2,
      [
        { scheme: 'apikey', requests: 2, verdicts: { ok: 2 } },
        { scheme: 'apikey', requests: 1, verdicts: { wrong: 1 } },
      ],
    ]);
    expect((await engine.call('requests.read', { params: { id: 2 } })).auth.credential).toBe(2);
  });
});
