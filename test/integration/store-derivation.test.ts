import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { capturedRequest } from '#test/support/captured-request.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';
import { openTestStore, type TestStore } from '#test/support/test-store.ts';

const folder = useTempFolder();

const derivedTables = ['deliveries', 'slices', 'refs', 'counts', 'arrivals', 'credentials', 'credential_verdicts'];

const envelope = (id: string): unknown => ({
  event_id: id,
  event_name: 'message.delivered',
  payload: { message_id: 'm1' },
});

async function sendBatch(store: TestStore, size: number): Promise<void> {
  const batch = Array.from({ length: size }, (_, i) => envelope(`event-${i}`));
  await store.append(capturedRequest(JSON.stringify(batch)));
}

describe('decoding behind the receiver', () => {
  it('makes one delivery of each envelope of a batch, and keeps elements that are none', async () => {
    const store = await openTestStore(folder.path('batch.hookloupe'));
    await store.append(capturedRequest(JSON.stringify([envelope('a'), 7, envelope('b')])));
    await store.derived();
    const { items } = await store.page();
    expect(items.map(({ batchIndex, eventId, unparsed }) => ({ batchIndex, eventId, unparsed }))).toEqual([
      { batchIndex: 0, eventId: 'a', unparsed: false },
      { batchIndex: 1, eventId: null, unparsed: true },
      { batchIndex: 2, eventId: 'b', unparsed: false },
    ]);
    expect(new Set(items.map(({ requestId }) => requestId))).toEqual(new Set([1]));
    expect((await store.detail(3)).envelopeText).toBe(JSON.stringify(envelope('b')));
  });

  it('goes on where it stopped, also in the middle of a large batch', async () => {
    const file = folder.path('resume.hookloupe');
    const first = await openTestStore(file);
    await sendBatch(first, 700);
    await first.derived();
    await first.close();
    // As if the process had died after the first 300 deliveries of the batch were written.
    const db = new Database(file);
    db.exec(`DELETE FROM deliveries WHERE id > 300; DELETE FROM refs WHERE delivery_id > 300; DELETE FROM slices WHERE delivery_id > 300;
      UPDATE counts SET total = 300 WHERE total = 700; UPDATE progress SET request_id = 0, partial = 300`);
    db.close();
    const second = await openTestStore(file);
    await second.derived();
    const { items, total } = await second.page({ limit: 1000 });
    expect(total).toBe(700);
    expect(items.map(({ batchIndex }) => batchIndex)).toEqual(Array.from({ length: 700 }, (_, i) => i));
    expect((await second.facets()).kinds).toEqual({ 'message.delivered': 700 });
  });

  it('gives the same rows when everything derived is dropped and made again', async () => {
    const file = folder.path('rebuild.hookloupe');
    const first = await openTestStore(file);
    for (const id of ['a', 'b', 'a', 'c']) await first.append(capturedRequest(JSON.stringify(envelope(id))));
    await first.append(capturedRequest('{"broken'));
    await first.append(capturedRequest('{"broken'));
    await first.derived();
    const before = await first.page();
    await first.close();
    const db = new Database(file);
    for (const table of derivedTables) db.exec(`DELETE FROM ${table}`);
    db.exec('UPDATE progress SET request_id = 0, partial = 0');
    db.close();
    const second = await openTestStore(file);
    await second.derived();
    expect(await second.page()).toEqual(before);
  });

  it('is not stopped by a body nested a million levels deep', async () => {
    const store = await openTestStore(folder.path('deep.hookloupe'));
    await store.append(
      capturedRequest(
        `{"event_id":"deep","event_name":"x","payload":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`,
      ),
    );
    await store.append(capturedRequest(JSON.stringify(envelope('after'))));
    await store.derived();
    const { items } = await store.page();
    expect(items.map(({ eventId }) => eventId).at(-1)).toBe('after');
    expect((await store.detail(1)).envelope).toBeNull();
  });
});
