import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ReplayDialog } from '#renderer/features/replay/replay-dialog.tsx';
import { InspectorContext } from '#renderer/state/use-inspector.ts';
import type { Replay } from '#shared/protocol/replay.ts';
import { createTestInspector } from '../../test-inspector.ts';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const done: Replay = {
  id: 1,
  state: 'done',
  total: 3,
  sent: 3,
  byStatus: { '200': 2, error: 1 },
  targetUrl: 'http://localhost:3000/',
  message: null,
  shots: [],
};

function openDialog() {
  const sent: unknown[] = [];
  const inspector = createTestInspector({
    'replays.create': (input) => {
      sent.push(input);
      return done;
    },
  });
  inspector.store.setState({ total: 3, filterText: 'kind:sms' });
  render(
    <InspectorContext value={inspector}>
      <ReplayDialog />
    </InspectorContext>,
  );
  act(() => void inspector.commands.run('replay.open'));
  return sent;
}

describe('the replay dialog', () => {
  it('starts nothing while the target is missing, and says so', async () => {
    const sent = openDialog();
    await userEvent.click(screen.getByRole('button', { name: 'Replay 3 deliveries' }));
    expect(screen.getByText('Where should it go? An http or https URL.')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('replays everything that matches when no delivery is selected, and shows what came back', async () => {
    const sent = openDialog();
    await userEvent.type(screen.getByLabelText('Target URL'), 'http://localhost:3000/');
    await userEvent.click(screen.getByRole('button', { name: 'Replay 3 deliveries' }));
    expect(await screen.findByText('All 3 sent')).toBeTruthy();
    expect(screen.getByText('no answer')).toBeTruthy();
    expect(sent).toMatchObject([{ body: { filter: 'kind:sms', order: 'arrival', pace: 'fast', concurrency: 1 } }]);
  });

  it('wants a tick before anything is sent away from this computer', async () => {
    const sent = openDialog();
    await userEvent.type(screen.getByLabelText('Target URL'), 'https://hooks.example.org/');
    await userEvent.click(screen.getByRole('button', { name: 'Replay 3 deliveries' }));
    expect(sent).toEqual([]);
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Replay 3 deliveries' }));
    expect(sent).toHaveLength(1);
  });
});
