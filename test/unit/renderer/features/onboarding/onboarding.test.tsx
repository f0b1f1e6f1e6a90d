import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { Onboarding } from '#renderer/features/onboarding/onboarding.tsx';
import { InspectorContext } from '#renderer/state/use-inspector.ts';
import type { Status } from '#shared/protocol/status.ts';
import { createTestInspector } from '../../test-inspector.ts';
import { status } from '../status.ts';

afterEach(cleanup);

function openOnboarding(change: Partial<Status['receiver']> = {}, onSender: () => void = () => undefined) {
  const calls: unknown[] = [];
  const record = (input: unknown) => {
    calls.push(input);
    return { sent: 21, byStatus: {} };
  };
  const inspector = createTestInspector({ 'simulations.create': record, 'tunnel.write': record });
  inspector.store.setState({ status: status(change) });
  inspector.commands.register('sender.open', onSender);
  render(
    <InspectorContext value={inspector}>
      <Onboarding />
    </InspectorContext>,
  );
  return calls;
}

describe('the first run', () => {
  it('claims to listen only when the receiver does', () => {
    openOnboarding();
    expect(screen.getByText('listening')).toBeTruthy();
    cleanup();
    openOnboarding({ state: 'error', message: 'Port 4180 is taken.' });
    expect(screen.queryByText('listening')).toBeNull();
    expect(screen.getByText('Port 4180 is taken.')).toBeTruthy();
  });

  it('sends test events of every kind', async () => {
    const calls = openOnboarding();
    await userEvent.click(screen.getByRole('button', { name: 'All 21 kinds' }));
    expect(calls).toMatchObject([{ body: { scenario: 'all-kinds' } }]);
  });

  it('opens a tunnel only with a token', async () => {
    const calls = openOnboarding();
    const open = screen.getByRole<HTMLButtonElement>('button', { name: 'Open a tunnel' });
    expect(open.disabled).toBe(true);
    await userEvent.type(screen.getByLabelText('ngrok authtoken'), 'token');
    await userEvent.click(open);
    expect(calls).toEqual([{ body: { on: true, remember: true, authtoken: 'token' } }]);
  });

  it('names the header the sender must use', () => {
    openOnboarding({ auth: { type: 'apikey', mode: 'enforce', message: null } });
    expect(screen.getByText('ApiKey: <API_KEY>')).toBeTruthy();
  });

  it('leads to the dialog about the sender', async () => {
    let opened = 0;
    openOnboarding({}, () => (opened += 1));
    await userEvent.click(screen.getByRole('button', { name: 'Require credentials…' }));
    expect(opened).toBe(1);
  });
});
