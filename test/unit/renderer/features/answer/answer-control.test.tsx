import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { AnswerControl } from '#renderer/features/answer/answer-control.tsx';
import { testAnswer, testStatus } from '../../test-status.ts';
import { openAnsweringPage } from './answering-page.tsx';

afterEach(cleanup);

const segment = (name: string) =>
  within(screen.getByRole('group', { name: 'Answer of the receiver' })).getByRole('button', { name });
const openMenu = () => userEvent.click(screen.getByTitle('How long a fault stays armed'));

describe('the answer control', () => {
  it('arms a fault for a number of requests that no menu offers', async () => {
    const { armed } = openAnsweringPage(<AnswerControl />, {});
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'for another number or time …' }));
    const dialog = await screen.findByRole('dialog', { name: 'How long a fault stays armed' });
    const requests = within(dialog).getByLabelText('Requests');
    await userEvent.clear(requests);
    await userEvent.type(requests, '0');
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Use' }).disabled).toBe(true);
    await userEvent.clear(requests);
    await userEvent.type(requests, '37{Enter}');
    await waitFor(() => expect(screen.getByTitle('How long a fault stays armed').textContent).toBe('next 37'));
    await userEvent.click(segment('500'));
    expect(armed).toMatchObject([{ override: { action: 'respond', status: 500 }, limit: { requests: 37 } }]);
  });

  it('arms any other answer from the menu, and says that the sender does not act on 400', async () => {
    const { armed } = openAnsweringPage(<AnswerControl />, {});
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Other answer …' }));
    const dialog = await screen.findByRole('dialog', { name: 'Answer with …' });
    const status = within(dialog).getByLabelText(/^Status/);
    await userEvent.clear(status);
    await userEvent.type(status, '400');
    expect(within(dialog).getByText('The sender does not act on 400 and will not retry.')).toBeTruthy();
    await userEvent.type(within(dialog).getByLabelText('Headers, one on a line'), 'X-A: b');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Arm' }));
    expect(armed).toMatchObject([{ override: { action: 'respond', status: 400, headers: { 'X-A': 'b' } } }]);
  });

  it('goes back with Undo to what was armed before', async () => {
    const { armed } = openAnsweringPage(<AnswerControl />, {
      rules: [{ action: 'reset', when: 'is:retry' }],
      armedAt: 'x',
    });
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    await userEvent.click(segment('500'));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(armed.at(-1)).toMatchObject({ override: null, rules: [{ action: 'reset', when: 'is:retry' }] });
  });

  it('says what is in force again when the limit ran out', async () => {
    const { inspector } = openAnsweringPage(<AnswerControl />, {});
    const tell = (change: Parameters<typeof testAnswer>[0]) =>
      act(() => inspector.receive({ type: 'hello', status: testStatus(change), version: 1 }));
    const fault = { override: { action: 'respond', status: 500 } as const, limit: { requests: 1 } };
    tell({ ...fault, remaining: 1, armedAt: '2026-11-21T13:00:00.000Z', after: testAnswer() });
    expect(screen.getByText('Next 1 of 1 → 500')).toBeTruthy();
    tell({});
    expect(screen.getByText('Back to 200')).toBeTruthy();
  });

  it('opens the rules with Alt+5', async () => {
    const { inspector } = openAnsweringPage(<AnswerControl />, {}, { 'programs.list': () => ({ items: [] }) });
    act(() => void inspector.commands.run('answer.rules'));
    expect(await screen.findByRole('dialog', { name: 'Answer by rules' })).toBeTruthy();
  });
});
