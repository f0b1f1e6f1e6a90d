import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { hourOf, isRecent } from '#renderer/features/sender/production-alarm.ts';
import { ProductionBanner } from '#renderer/features/sender/production-banner.tsx';
import { InspectorContext } from '#renderer/state/use-inspector.ts';
import { createTestInspector } from '../../test-inspector.ts';
import { status } from '../status.ts';

afterEach(cleanup);

const hourMs = 3_600_000;

function openBanner() {
  const inspector = createTestInspector({
    'deliveries.list': () => ({ items: [{ receivedAt: '2026-11-21T13:03:58.317Z' }], nextCursor: null, total: 37 }),
  });
  inspector.actions.setPreference('zone', 'utc');
  render(
    <InspectorContext value={inspector}>
      <ProductionBanner />
    </InspectorContext>,
  );
  const hear = (atMs: number | null) =>
    act(async () =>
      inspector.store.setState({
        status: status({ lastProductionAt: atMs === null ? null : new Date(atMs).toISOString() }),
      }),
    );
  return { inspector, hear };
}

describe('production that posts to the inspector', () => {
  it('is said loudly, with since when, and shown on request', async () => {
    const { inspector, hear } = openBanner();
    await hear(null);
    expect(screen.queryByRole('alert')).toBeNull();
    await hear(Date.now());
    expect(screen.getByRole('alert').textContent).toBe('Production is posting to this inspector.');
    expect(screen.getByText(/37 deliveries since 2026-11-21 13:03:58/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(inspector.store.getState().filterText).toBe('env:production is:platform');
  });

  it('stays dismissed within the hour and comes back in a later one', async () => {
    const { hear } = openBanner();
    const now = Date.now();
    await hear(now);
    await userEvent.click(screen.getByRole('button', { name: /^Dismiss/ }));
    expect(screen.queryByRole('alert')).toBeNull();
    await hear(now + hourMs);
    expect(screen.queryByRole('alert')).not.toBeNull();
  });

  it('counts as happening for ten minutes', () => {
    expect([isRecent(0, 599_999), isRecent(0, 600_000)]).toEqual([true, false]);
    expect(hourOf(hourMs - 1)).toBe(0);
    expect(hourOf(hourMs)).toBe(1);
  });
});
