import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LiveMessage } from '#shared/protocol/status.ts';
import { createInspector, type Inspector } from '#renderer/state/inspector.ts';
import { createFakeEngineClient, type FakeEngineClient } from '#test/support/fake-engine-client.ts';
import { testStatus } from '../test-status.ts';

const status = testStatus();

let inspector: Inspector | null = null;
const stored: string[] = [];

async function open(count: number): Promise<{ inspector: Inspector; client: FakeEngineClient }> {
  const client = createFakeEngineClient(count);
  const opened = createInspector({
    client,
    storage: { read: () => stored.at(-1) ?? null, write: (text) => stored.push(text) },
    now: () => 1000,
    toast: () => undefined,
  });
  inspector = opened;
  opened.receive({ type: 'hello', status, version: 1 });
  await vi.waitFor(() => expect(opened.store.getState().loading).toBe(false));
  return { inspector: opened, client };
}

function arrive(client: FakeEngineClient, count: number): LiveMessage {
  const first = client.count;
  client.count += count;
  const newest = Array.from({ length: count }, (_, i) => client.row(first + i));
  return { type: 'changed', status, version: 2, newest, olderChanged: false };
}

afterEach(() => {
  inspector?.close();
  inspector = null;
  stored.length = 0;
});

describe('a live list', () => {
  it('starts with the newest rows', async () => {
    const { inspector } = await open(1_000_000);
    expect(inspector.store.getState().total).toBe(1_000_000);
    expect(inspector.rows.row(999_999)?.seq).toBe(1_000_000);
  });

  it('puts new rows where they belong without asking again', async () => {
    const { inspector, client } = await open(1000);
    const asked = client.queries.length;
    inspector.receive(arrive(client, 3));
    expect(inspector.store.getState().total).toBe(1003);
    expect(inspector.rows.row(1002)?.seq).toBe(1003);
    expect(client.queries.length).toBe(asked);
  });

  it('reads the rows that come into sight, once', async () => {
    const { inspector, client } = await open(10_000);
    inspector.actions.showRows(4000, 4030);
    inspector.actions.showRows(4001, 4031);
    await vi.waitFor(() => expect(inspector.rows.row(4000)?.seq).toBe(4001));
    expect(client.queries.filter(({ offset }) => offset === 4000)).toHaveLength(1);
  });
});

describe('a held list', () => {
  it('counts what is new since it was held, and forgets it when live again', async () => {
    const { inspector, client } = await open(1000);
    inspector.actions.hold();
    inspector.receive(arrive(client, 40));
    expect(inspector.store.getState()).toMatchObject({ follow: 'held', heldAtMs: 1000, newCount: 40 });
    inspector.actions.resumeLive();
    expect(inspector.store.getState()).toMatchObject({ follow: 'live', heldAtMs: null, newCount: 0 });
  });

  it('does not grow while new rows could belong anywhere', async () => {
    const { inspector, client } = await open(1000);
    inspector.actions.applyFilter('is:retry');
    await vi.waitFor(() => expect(inspector.store.getState().total).toBe(100));
    inspector.actions.hold();
    inspector.receive(arrive(client, 100));
    await vi.waitFor(() => expect(inspector.store.getState().newCount).toBe(10));
    expect(inspector.store.getState().total).toBe(100);
  });

  it('is held by a selection', async () => {
    const { inspector } = await open(1000);
    inspector.actions.moveSelection(1);
    expect(inspector.store.getState()).toMatchObject({ follow: 'held', activeId: 1000, activeIndex: 999 });
  });
});

describe('the selection', () => {
  it('walks row by row and stops at either end', async () => {
    const { inspector } = await open(1000);
    inspector.actions.moveSelection(1);
    inspector.actions.moveSelection(-1);
    expect(inspector.store.getState().activeId).toBe(999);
    inspector.actions.moveSelection(5);
    expect(inspector.store.getState().activeId).toBe(1000);
  });

  it('takes a row that is still being read as soon as it is there', async () => {
    const { inspector } = await open(10_000);
    inspector.actions.selectIndex(0);
    expect(inspector.store.getState()).toMatchObject({ activeId: null, activeIndex: 0 });
    inspector.actions.showRows(0, 30);
    await vi.waitFor(() => expect(inspector.store.getState().activeId).toBe(1));
  });

  it('goes back to what was looked at before, and forward again', async () => {
    const { inspector } = await open(1000);
    inspector.actions.selectDelivery(900);
    inspector.actions.selectDelivery(950);
    inspector.actions.visitBack();
    expect(inspector.store.getState().activeId).toBe(900);
    inspector.actions.visitForward();
    inspector.actions.visitForward();
    expect(inspector.store.getState().activeId).toBe(950);
  });

  it('stays in sight when the order changes', async () => {
    const { inspector } = await open(1000);
    inspector.actions.selectDelivery(990, 989);
    inspector.actions.setOrder('event_ts');
    await vi.waitFor(() => expect(inspector.store.getState().activeIndex).not.toBeNull());
    expect(inspector.store.getState()).toMatchObject({ follow: 'held', order: 'event_ts', activeId: 990 });
  });
});

describe('a list grouped by event', () => {
  it('asks for the newest try of each event, whatever the filter', async () => {
    const { inspector, client } = await open(1000);
    inspector.actions.applyFilter('is:retry OR is:late');
    inspector.actions.setGrouped(true);
    await vi.waitFor(() => expect(client.queries.at(-1)?.filter).toBe('(is:retry OR is:late) is:latest'));
    inspector.actions.setGrouped(false);
    await vi.waitFor(() => expect(client.queries.at(-1)?.filter).toBe('is:retry OR is:late'));
  });

  it('keeps the row of the event active while its earlier tries are looked at', async () => {
    const { inspector } = await open(1000);
    inspector.actions.setGrouped(true);
    await vi.waitFor(() => expect(inspector.store.getState().total).toBe(100));
    inspector.actions.selectIndex(40);
    inspector.actions.selectTry(900);
    expect(inspector.store.getState()).toMatchObject({ activeId: 900, activeIndex: 40 });
    inspector.actions.showRows(0, 30);
    expect(inspector.store.getState()).toMatchObject({ activeId: 900, activeIndex: 40 });
  });
});

describe('the filter', () => {
  it('leaves what is looked at in sight when it is cleared', async () => {
    const { inspector } = await open(1000);
    inspector.actions.applyFilter('is:retry');
    await vi.waitFor(() => expect(inspector.store.getState().total).toBe(100));
    inspector.actions.selectIndex(40);
    inspector.actions.applyFilter('');
    await vi.waitFor(() => expect(inspector.store.getState().activeIndex).toBe(40));
    expect(inspector.store.getState()).toMatchObject({ follow: 'held', total: 1000, activeId: 41 });
  });

  it('keeps the last one that can be understood, and says why the new one cannot', async () => {
    const { inspector } = await open(1000);
    inspector.actions.applyFilter('is:retry');
    inspector.actions.applyFilter('lag:>');
    const { filterText, filterDraft, filterErrors } = inspector.store.getState();
    expect([filterText, filterDraft]).toEqual(['is:retry', 'lag:>']);
    expect(filterErrors.length).toBeGreaterThan(0);
  });

  it('is applied a moment after it was typed', async () => {
    const { inspector } = await open(1000);
    inspector.actions.setFilterDraft('status:5');
    inspector.actions.setFilterDraft('status:500');
    expect(inspector.store.getState().filterText).toBe('');
    await vi.waitFor(() => expect(inspector.store.getState().filterText).toBe('status:500'));
  });

  it('is narrowed as a whole, alternatives included', async () => {
    const { inspector } = await open(1000);
    inspector.actions.applyFilter('is:retry OR is:late');
    inspector.actions.narrowFilter('received:10m');
    expect(inspector.store.getState().filterText).toBe('(is:retry OR is:late) received:10m');
  });
});

describe('preferences', () => {
  it('are found again, whatever else was stored', async () => {
    stored.push('{"theme":"dark","density":"enormous"}');
    const { inspector } = await open(1);
    expect(inspector.store.getState().preferences).toEqual({
      theme: 'dark',
      density: 'default',
      zone: 'local',
      sidebar: true,
    });
    inspector.actions.setPreference('zone', 'utc');
    expect(JSON.parse(stored.at(-1) ?? '')).toMatchObject({ theme: 'dark', zone: 'utc' });
  });
});
