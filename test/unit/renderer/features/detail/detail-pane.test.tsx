import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { DetailPane } from '#renderer/features/detail/detail-pane.tsx';
import { InspectorContext } from '#renderer/state/use-inspector.ts';
import type { DeliveryDetail } from '#shared/protocol/delivery.ts';
import { createTestInspector } from '../../test-inspector.ts';
import { deliveryDetail } from './delivery-detail.ts';

afterEach(cleanup);

function openPane(rest: Partial<DeliveryDetail> = {}) {
  const inspector = createTestInspector({
    'deliveries.read': (input) => deliveryDetail({ ...rest, id: (input as { params: { id: number } }).params.id }),
  });
  render(
    <InspectorContext value={inspector}>
      <DetailPane />
    </InspectorContext>,
  );
  const select = async (id: number) => {
    await act(async () => inspector.actions.selectDelivery(id));
    await screen.findByRole('heading', { name: 'notification.undelivered' });
  };
  return { inspector, select };
}

const row = (name: string) => {
  const element = screen.getByRole('button', { name }).closest('[data-field]');
  if (!(element instanceof HTMLElement)) throw new Error(`No row for ${name}.`);
  return element;
};

describe('the detail of a delivery', () => {
  it('asks for a selection while there is none', () => {
    openPane();
    expect(screen.getByText('Select a delivery')).toBeTruthy();
  });

  it('shows null, absent and the empty string as three values, and marks what the specification does not name', async () => {
    const { select } = openPane();
    await select(1);
    await userEvent.click(screen.getByRole('button', { name: /^1 listed in the specification, absent here/ }));
    const texts = ['job_id', 'client_trigger_id', 'client_message_tag', 'new_prop'].map(
      (name) => row(name).textContent,
    );
    expect(texts).toEqual([
      'job_idnull',
      'client_trigger_idabsent',
      'client_message_tag"" empty',
      'new_proptruenewboolean',
    ]);
  });

  it('keeps the chosen tab when another delivery is selected', async () => {
    const { select, inspector } = openPane();
    await select(1);
    act(() => void inspector.commands.run('detail.tab3'));
    await select(2);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Request');
  });

  it('shows every delivery of a story when its value is clicked', async () => {
    const { select, inspector } = openPane();
    await select(1);
    await userEvent.click(within(row('notification_id')).getByText('ntf_77120'));
    expect(inspector.store.getState().filterText).toBe('notification:ntf_77120');
  });

  it('filters by the field that has the focus', async () => {
    const { select, inspector } = openPane();
    await select(1);
    act(() => screen.getByRole('button', { name: 'job_id' }).focus());
    act(() => void inspector.commands.run('field.include'));
    expect(inspector.store.getState().filterText).toBe('payload.job_id:null');
    act(() => void inspector.commands.run('field.exclude'));
    expect(inspector.store.getState().filterText).toBe('-payload.job_id:null');
  });

  it('says which delivery it overtook', async () => {
    const { select, inspector } = openPane({
      early: true,
      inversion: {
        deliveryId: 5,
        eventName: 'notification.attempted',
        byMs: 4200,
        reference: { entity: 'notification', value: 'ntf_77120' },
      },
    });
    await select(1);
    const note = screen.getByRole('complementary', { name: 'Ordering' });
    expect(note.textContent).toContain('Arrived 4.2 s before its notification.attempted, which happened first.');
    expect(note.textContent).toContain('attempted → undelivered');
    await userEvent.click(within(note).getByRole('button', { name: 'Show' }));
    expect(inspector.store.getState().activeId).toBe(5);
  });

  it('pins side A and lets go of it', async () => {
    const { select, inspector } = openPane();
    await select(1);
    act(() => void inspector.commands.run('diff.pin'));
    expect(inspector.store.getState().pinnedId).toBe(1);
    act(() => void inspector.commands.run('diff.pin'));
    expect(inspector.store.getState().pinnedId).toBeNull();
  });
});
