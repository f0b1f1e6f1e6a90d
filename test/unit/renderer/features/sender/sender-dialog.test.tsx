import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { SenderDialog } from '#renderer/features/sender/sender-dialog.tsx';
import { InspectorContext } from '#renderer/state/use-inspector.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Credentials, Sender } from '#shared/protocol/sender.ts';
import { createTestInspector } from '../../test-inspector.ts';
import { status } from '../status.ts';
import { sender } from './sender.ts';

afterEach(cleanup);

const rotated: Credentials = {
  items: [1, 2].map((credential) => ({
    credential,
    scheme: 'bearer',
    firstSeenAt: `2026-11-21T1${credential}:00:00.000Z`,
    lastSeenAt: `2026-11-21T1${credential + 1}:00:00.000Z`,
    requests: 7,
    verdicts: credential === 1 ? { ok: 5, expired: 2 } : { ok: 7 },
    issuedAt: null,
    expiresAt: null,
    subject: 'client-a',
  })),
  total: 2,
};

async function openDialog({ first = sender(), refuse }: { first?: Sender; refuse?: AppError } = {}) {
  const written: unknown[] = [];
  const inspector = createTestInspector({
    'sender.read': () => first,
    'credentials.list': () => rotated,
    'sender.write': (input) => {
      if (refuse !== undefined) throw refuse;
      written.push((input as { body: unknown }).body);
      return first;
    },
  });
  inspector.store.setState({ status: status() });
  render(
    <InspectorContext value={inspector}>
      <SenderDialog />
    </InspectorContext>,
  );
  act(() => void inspector.commands.run('sender.open'));
  await screen.findByRole('tab', { name: 'Authentication' });
  return { inspector, written };
}

const apply = () => userEvent.click(screen.getByRole('button', { name: 'Apply' }));
const applyButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' });

describe('the dialog about the sender', () => {
  it('applies nothing before Apply, and then only what was changed', async () => {
    const { written } = await openDialog();
    expect(applyButton().disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Shadow' }));
    expect(screen.getByText(/every request says whether it would have been 401/)).toBeTruthy();
    expect(written).toEqual([]);
    await apply();
    expect(written).toEqual([{ auth: { mode: 'shadow' }, remember: false }]);
  });

  it('never shows a secret that is set, and keeps it where it is left empty', async () => {
    await openDialog();
    const secret = screen.getByLabelText<HTMLInputElement>('Password');
    expect([secret.value, secret.type, secret.placeholder]).toEqual(['', 'password', 'set; leave empty to keep']);
  });

  it('says in one line beside the field what cannot be applied, on the part where it stands', async () => {
    const { written } = await openDialog();
    await userEvent.click(screen.getByRole('tab', { name: 'Addresses' }));
    await userEvent.type(screen.getByLabelText('Address 1'), 'x');
    await userEvent.click(screen.getByRole('tab', { name: 'Authentication' }));
    await apply();
    expect(screen.getByLabelText(/^Address 1/).closest('label')?.textContent).toContain('Not an address');
    expect(written).toEqual([]);
  });

  it('says beside the field why the engine refused, and keeps what was typed', async () => {
    await openDialog({ refuse: new AppError('USAGE_INVALID', 'NAME is not set. Set it, then start again.') });
    await userEvent.type(screen.getByLabelText('Password'), 'env:NAME');
    await apply();
    const field = (await screen.findByText(/NAME is not set/)).closest('label');
    expect(field?.querySelector('input')?.value).toBe('env:NAME');
  });

  it('does not blame a field where the change is in force and only the settings file cannot be written', async () => {
    await openDialog({ refuse: new AppError('SETTINGS_UNWRITABLE', 'The settings file cannot be written.') });
    await userEvent.type(screen.getByLabelText('Password'), 'new');
    await apply();
    expect((await screen.findByText('The settings file cannot be written.')).closest('label')).toBeNull();
  });

  it('remembers only when asked, and says where secrets lie', async () => {
    const { written } = await openDialog();
    expect(screen.getByText(/In settings.json, which only your user can read/)).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: /Remember on this machine/ }));
    await apply();
    expect(written).toEqual([{ remember: true }]);
  });

  it('adds, changes and removes known addresses', async () => {
    const { written } = await openDialog();
    await userEvent.click(screen.getByRole('tab', { name: 'Addresses' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove address 2' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add an address' }));
    await userEvent.type(screen.getByLabelText('Address 2'), '10.0.0.0/8');
    const environment = screen.getByRole('group', { name: 'Environment of address 2' });
    await userEvent.click(within(environment).getByRole('button', { name: 'production' }));
    await apply();
    expect(written).toMatchObject([
      {
        addresses: [
          { address: '50.112.172.205', environment: 'staging' },
          { address: '10.0.0.0/8', environment: 'production' },
        ],
      },
    ]);
  });

  it('shows how credentials rotated, and the deliveries of one', async () => {
    const { inspector } = await openDialog();
    await userEvent.click(screen.getByRole('tab', { name: /Credentials seen/ }));
    const first = screen.getByRole('row', { name: /^#1 bearer/ });
    expect(first.textContent).toContain('accepted 5');
    expect(first.textContent).toContain('expired 2');
    await userEvent.click(within(first).getByRole('button', { name: '#1' }));
    expect(inspector.store.getState().filterText).toBe('credential:1');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says where tokens are fetched and what became of each request for one', async () => {
    const issued = {
      at: '2026-11-21T13:00:00.000Z',
      clientId: 'client-a',
      clientAuthentication: 'basic' as const,
      outcome: 'invalid_client',
      message: 'the client secret is another one',
      expiresAt: null,
    };
    const auth = { type: 'oauth', name: 'client-a', tokenPath: '/oauth/token' } as const;
    await openDialog({ first: sender(auth, { tokenRequests: [issued] }) });
    expect(screen.getByText('https://hooks.acme.test/oauth/token')).toBeTruthy();
    expect(screen.getByRole('row', { name: /client-a Basic header invalid_client/ })).toBeTruthy();
  });
});
