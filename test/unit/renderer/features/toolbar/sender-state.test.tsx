import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { SenderState, toSenderLook } from '#renderer/features/toolbar/sender-state.tsx';
import { InspectorContext } from '#renderer/state/use-inspector.ts';
import { createTestInspector } from '../../test-inspector.ts';
import { status } from '../status.ts';

afterEach(cleanup);

describe('the sender in the toolbar', () => {
  it('says type and mode, and opens the dialog about it', async () => {
    const inspector = createTestInspector();
    inspector.store.setState({ status: status({ auth: { type: 'apikey', mode: 'shadow', message: null } }) });
    let opened = 0;
    inspector.commands.register('sender.open', () => (opened += 1));
    render(
      <InspectorContext value={inspector}>
        <SenderState />
      </InspectorContext>,
    );
    expect(screen.getByText('Shadow · API key')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /^Sender: Shadow · API key, which changes no answer/ }));
    expect(opened).toBe(1);
  });

  it('says what is wrong with the check, and that an allow-list is in force', () => {
    const { receiver } = status({
      auth: { type: 'jwks', mode: 'enforce', message: 'The keys cannot be fetched.' },
      allowList: { mode: 'enforce' },
    });
    expect(toSenderLook(receiver)).toMatchObject({
      tone: 'warn',
      sentence:
        'Sender: Enforce · JWKS, wrong credentials are answered 401; allow-list: enforce. The keys cannot be fetched.',
    });
    expect(toSenderLook(status().receiver).word).toBe('No auth');
  });
});
