import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { HeldRequests } from '#shared/protocol/answer-calls.ts';
import type { AnswerState } from '#shared/protocol/status.ts';
import { ArmedBanner } from '#renderer/features/answer/armed-banner.tsx';
import { openAnsweringPage } from './answering-page.tsx';

afterEach(cleanup);

const armedAt = '2026-11-21T13:00:00.000Z';
const fail: Partial<AnswerState> = { override: { action: 'respond', status: 500 }, armedAt };

describe('the strip of an armed answer', () => {
  it('is there, and marks the title, for as long as anything but 200 is armed', () => {
    openAnsweringPage(<ArmedBanner />, { ...fail, limit: { requests: 5 }, remaining: 3 });
    expect(screen.getByText('Every request gets', { exact: false }).textContent).toBe(
      'Every request gets 500, 3 of 5 requests left.',
    );
    expect(document.title).toBe('▲500 ×3 · Hookloupe');
    cleanup();
    openAnsweringPage(<ArmedBanner />, {});
    expect(screen.queryByRole('region', { name: 'Armed answer' })).toBeNull();
    expect(document.title).toBe('Hookloupe');
  });

  it('offers to let the 4th attempt through, off at first, and says why', async () => {
    const { armed } = openAnsweringPage(<ArmedBanner />, { ...fail, limit: { requests: 5 }, remaining: 3 });
    const tick = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Answer the 4th attempt 200/ });
    expect(tick.checked).toBe(false);
    expect(screen.getByText('so that the sender does not drop the event')).toBeTruthy();
    await userEvent.click(tick);
    expect(armed).toMatchObject([{ override: fail.override, limit: { requests: 3 }, rescueLastAttempt: true }]);
  });

  it('offers that beside a time-out and not beside a 401, which is not retried', () => {
    const rescue = () => screen.queryByRole('checkbox', { name: /4th attempt/ });
    openAnsweringPage(<ArmedBanner />, { override: { action: 'hang' }, armedAt });
    expect(rescue()).not.toBeNull();
    cleanup();
    openAnsweringPage(<ArmedBanner />, { override: { action: 'respond', status: 401 }, armedAt });
    expect(rescue()).toBeNull();
  });

  it('counts the rescued attempts, and can be kept after a restart', async () => {
    const { armed } = openAnsweringPage(<ArmedBanner />, { ...fail, rescueLastAttempt: true, rescued: 2 });
    expect(screen.getByText('2 rescued')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Keep after a restart' }));
    expect(armed).toMatchObject([{ keep: true, rescueLastAttempt: true }]);
  });

  it('names armed rules and counts what they answered', () => {
    openAnsweringPage(<ArmedBanner />, {
      rules: [
        { name: 'fail sms', action: 'respond', status: 500, when: 'kind:sms' },
        { action: 'hang', when: '' },
      ],
      ruleStates: [
        { answered: 12, remaining: null },
        { answered: 2, remaining: null },
      ],
      armedAt,
    });
    expect(screen.getByText('Armed:', { exact: false }).textContent).toBe(
      'Armed: 2 rules (“fail sms”). 14 requests answered by them, every other gets 200.',
    );
  });

  it('says that the sender does not act on 400', () => {
    openAnsweringPage(<ArmedBanner />, { override: { action: 'respond', status: 400 }, armedAt });
    expect(screen.getByText('The sender does not act on 400 and will not retry.')).toBeTruthy();
  });
});

describe('the strip of held requests', () => {
  const held: HeldRequests = {
    total: 7,
    items: [
      {
        requestId: 41,
        since: new Date(Date.now() - 62_000).toISOString(),
        until: null,
        eventName: 'a.b',
        eventId: 'e-1',
      },
      { requestId: 42, since: new Date().toISOString(), until: null, eventName: null, eventId: null },
    ],
  };
  const open = () =>
    openAnsweringPage(
      <ArmedBanner />,
      { held: 7 },
      { 'answer.held': () => held, 'answer.release': () => ({ released: 7 }) },
    );

  it('counts them, says how old the oldest is, and releases them all', async () => {
    const { asked } = open();
    expect(await screen.findByText(/, the oldest for 6\d s/)).toBeTruthy();
    const strip = within(screen.getByRole('region', { name: 'Held requests' }));
    expect(strip.getByText('7 requests held')).toBeTruthy();
    await userEvent.click(strip.getByRole('button', { name: 'Release 200' }));
    await userEvent.click(strip.getByRole('button', { name: 'Release 500' }));
    await userEvent.click(strip.getByRole('button', { name: 'Drop' }));
    expect(asked['answer.release']).toEqual([
      { body: { with: { status: 200 } } },
      { body: { with: { status: 500 } } },
      { body: { with: 'drop' } },
    ]);
  });

  it('shows the oldest, lets one of them go, and goes to it in the list', async () => {
    const { asked, inspector } = open();
    await screen.findByText(/the oldest/);
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Held requests' }));
    expect(dialog.getByText('And 5 that came later.')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Release 42 with 500' }));
    expect(asked['answer.release']).toEqual([{ body: { with: { status: 500 }, requestIds: [42] } }]);
    await userEvent.click(dialog.getByRole('button', { name: '41' }));
    expect(inspector.store.getState().filterText).toBe('request:41');
  });
});
