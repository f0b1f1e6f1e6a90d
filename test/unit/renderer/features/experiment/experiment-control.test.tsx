import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { ExperimentControl } from '#renderer/features/experiment/experiment-control.tsx';
import { InspectorContext } from '#renderer/state/use-inspector.ts';
import type { Experiment } from '#shared/protocol/experiment.ts';
import type { Status } from '#shared/protocol/status.ts';
import { createTestInspector } from '../../test-inspector.ts';
import { experiment, reportedEvent } from './listed-experiment.ts';

afterEach(cleanup);

/** The control over an engine that knows these experiments, and starts `next`. */
async function openControl(stored: readonly Experiment[] = [], next: Experiment = experiment()) {
  const asked: unknown[] = [];
  const inspector = createTestInspector({
    'experiments.list': () => ({ items: stored }),
    'experiments.read': (input) =>
      stored.find(({ id }) => id === (input as { params: { id: number } }).params.id) ?? next,
    'experiments.create': (input) => {
      asked.push(input);
      return next;
    },
    'experiments.stop': () => ({
      ...next,
      state: 'stopped',
      endedAt: next.startedAt,
      endsAt: null,
      message: 'Stopped.',
    }),
  });
  const status = { answer: { armedAt: null } } as Status;
  inspector.store.setState({ connection: 'open', status });
  render(
    <InspectorContext value={inspector}>
      <ExperimentControl />
    </InspectorContext>,
  );
  await act(async () => undefined);
  const open = () => act(() => void inspector.commands.run('experiment.open'));
  return { asked, open };
}

const done = experiment(
  {
    id: 4,
    state: 'done',
    endedAt: '2026-11-21T13:02:00.000Z',
    endsAt: null,
    message: 'No further attempt came within 120 s.',
  },
  [reportedEvent([0, 204, 800])],
);

describe('the retry experiment', () => {
  it('is armed with what was chosen, and then shows what it waits for', async () => {
    const { asked, open } = await openControl();
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Of a kind' }));
    await userEvent.type(screen.getByLabelText('Kind'), 'message.delivered');
    await userEvent.click(screen.getByRole('button', { name: 'Time-out' }));
    await userEvent.click(screen.getByRole('button', { name: 'Arm and watch' }));
    expect(asked).toMatchObject([{ body: { filter: 'event:message.delivered', fault: { action: 'hang' } } }]);
    expect(await screen.findByText('Waiting for an event that fits.')).toBeTruthy();
    expect(screen.getByText(/^Ends in/)).toBeTruthy();
  });

  it('starts nothing while a field is wrong, and says which', async () => {
    const { asked, open } = await openControl();
    open();
    await userEvent.click(screen.getByRole('button', { name: 'That match' }));
    await userEvent.type(screen.getByLabelText('Filter'), 'nonsense:1');
    await userEvent.click(screen.getByRole('button', { name: 'Arm and watch' }));
    expect(screen.getByRole('textbox', { name: /^Filter/ }).getAttribute('aria-invalid')).toBe('true');
    expect(asked).toEqual([]);
  });

  it('stays in sight when the dialog is closed, and comes back by its label', async () => {
    const { open } = await openControl([], experiment({}, [reportedEvent([0, 204])]));
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Arm and watch' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave it running' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Experiment: 2 attempts' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('Stopped.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Experiment: 2 attempts' })).toBeNull();
  });

  it('shows an earlier one with its findings and figures, and runs it again with one click', async () => {
    const { asked, open } = await openControl([done]);
    open();
    await userEvent.click(screen.getByRole('button', { name: /every attempt of the next event.*3 attempts/ }));
    const [attempts] = screen.getAllByRole('table');
    expect(within(attempts as HTMLElement).getAllByRole('row')).toHaveLength(4);
    expect(screen.getByText('Attempt 2 came 0.204 s after the attempt before it.')).toBeTruthy();
    expect(screen.getByText('Gaps are no promise.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Run again' }));
    expect(asked).toMatchObject([{ body: done.request }]);
  });

  it('copies the report as Markdown', async () => {
    const user = userEvent.setup();
    const { open } = await openControl([done]);
    open();
    await user.click(screen.getByRole('button', { name: /3 attempts/ }));
    await user.click(screen.getByRole('button', { name: 'Copy Markdown' }));
    await expect.poll(() => navigator.clipboard.readText()).toBe('# Retry experiment 1');
  });
});
