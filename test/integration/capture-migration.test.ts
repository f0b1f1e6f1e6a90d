import { copyFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrations } from '#engine/store/migrations/migrations.ts';
import { capturedRequest } from '#test/support/captured-request.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';
import { openTestStore, type TestStore } from '#test/support/test-store.ts';

const folder = useTempFolder();
const released = new URL('../fixtures/captures/version-1.hookloupe', import.meta.url);

/** Opening a file changes it. */
function copyTo(name: string): string {
  const file = folder.path(name);
  copyFileSync(released, file);
  return file;
}

interface Identity {
  id: number;
  requestId: number;
  batchIndex: number | null;
  eventId: string | null;
  eventName: string | null;
  receivedAt: string;
}

/** What the released version had listed. */
function readIdentities(file: string): Identity[] {
  const db = new Database(file, { readonly: true });
  const rows = db
    .prepare<[], Identity>(
      `SELECT id, request_id AS requestId, batch_index AS batchIndex, event_id AS eventId, event_name AS eventName,
         strftime('%Y-%m-%dT%H:%M:%fZ', received_at / 1000.0, 'unixepoch') AS receivedAt FROM deliveries ORDER BY id`,
    )
    .all();
  db.close();
  return rows;
}

async function openCopy(name: string): Promise<{ store: TestStore; file: string }> {
  const file = copyTo(name);
  const store = await openTestStore(file);
  await store.derived();
  return { store, file };
}

describe('a capture file of version 1', () => {
  it('opens, and its deliveries are listed again under the same numbers', async () => {
    const before = readIdentities(copyTo('before.hookloupe'));
    const { store, file } = await openCopy('again.hookloupe');
    const { items } = await store.page({ limit: 1000 });
    expect(before.length).toBeGreaterThan(30);
    expect(
      items.map(({ id, requestId, batchIndex, eventId, eventName, receivedAt }) => ({
        id,
        requestId,
        batchIndex,
        eventId,
        eventName,
        receivedAt,
      })),
    ).toEqual(before);
    await store.close();
    const db = new Database(file, { readonly: true });
    expect(db.pragma('user_version', { simple: true })).toBe(migrations.length);
    db.close();
  });

  it('shows its chain of three tries, now with what each one was', async () => {
    const { store } = await openCopy('chain.hookloupe');
    const { items } = await store.page({ filter: 'try:3' });
    const chain = await store.chain(items[0]?.eventId ?? '');
    expect(chain).toMatchObject({ joinedBy: 'event_id', state: 'complete', truncated: false });
    expect(chain.attempts.map(({ answer, classes }) => [answer.status, classes])).toEqual([
      [500, []],
      [500, ['retry-after-500']],
      [200, ['retry-after-500']],
    ]);
  });

  it('shows two equal bodies that are no JSON as tries of one thing, joined by their bytes', async () => {
    const { store } = await openCopy('bodies.hookloupe');
    const { items } = await store.page({ filter: 'is:unparsed' });
    expect(items.map(({ attempt, attempts, classes }) => ({ attempt, attempts, classes }))).toEqual([
      { attempt: 1, attempts: 2, classes: [] },
      { attempt: 2, attempts: 2, classes: ['duplicate-after-200'] },
    ]);
    const { chain } = await store.detail(items[0]?.id ?? 0);
    expect(chain).toMatchObject({ eventId: null, joinedBy: 'body', state: 'complete' });
    expect(chain?.attempts.map(({ deliveryId }) => deliveryId)).toEqual(items.map(({ id }) => id));
  });

  it('counts the same beside the list as before, and takes new requests', async () => {
    const db = new Database(copyTo('counted.hookloupe'), { readonly: true });
    const counts = db
      .prepare<[], [string, number]>(`SELECT value, total FROM counts WHERE dimension = 'kind'`)
      .raw()
      .all();
    db.close();
    const { store } = await openCopy('counts.hookloupe');
    expect((await store.facets()).kinds).toEqual(Object.fromEntries(counts));
    await store.append(capturedRequest('no json', { origin: 'platform' }));
    await store.derived();
    const { items } = await store.page({ dir: 'desc', limit: 1 });
    expect(items[0]).toMatchObject({ attempt: 3, attempts: 3, unparsed: true });
  });
});
