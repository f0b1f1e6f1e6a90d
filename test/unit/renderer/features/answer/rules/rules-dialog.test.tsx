import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { AnswerPreview, NamedProgram } from '#shared/protocol/answer-calls.ts';
import type { AnswerState } from '#shared/protocol/status.ts';
import { answerProgramSchema } from '#shared/answer/answer.ts';
import { RulesDialog } from '#renderer/features/answer/rules/rules-dialog.tsx';
import { openAnsweringPage } from '../answering-page.tsx';

afterEach(cleanup);

const preview: AnswerPreview = {
  requests: 1000,
  byAnswer: { '200': 980, '500': 20 },
  changed: [
    {
      requestId: 8,
      deliveryId: 9,
      receivedAt: '2026-11-21T13:00:00.000Z',
      eventName: 'notification.attempted',
      attempt: 2,
      was: '200',
      wouldBe: '500',
      decidedBy: 'rule',
      detail: 'rule 1 “fail sms”, attempt 2',
    },
  ],
};
const saved: NamedProgram = {
  name: 'two faults',
  program: answerProgramSchema.parse({
    rules: [
      { name: 'first', action: 'reset' },
      { name: 'second', action: 'hang' },
    ],
  }),
};

function Page() {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open again
      </button>
      <RulesDialog open={open} onOpenChange={setOpen} />
    </>
  );
}

const openDialog = (answer: Partial<AnswerState> = {}) =>
  openAnsweringPage(<Page />, answer, {
    'answer.preview': () => preview,
    'programs.list': () => ({ items: [saved] }),
    'programs.write': () => ({ items: [saved] }),
    'programs.remove': () => ({ items: [] }),
  });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const ruleLines = () =>
  within(screen.getByRole('region', { name: 'Rules in order' }))
    .getAllByRole('listitem')
    .map((li) => li.textContent);
const load = async (name: string) => {
  await waitFor(() => expect(button('Load').disabled).toBe(false));
  await userEvent.click(button('Load'));
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(name) }));
};

describe('a program of rules', () => {
  it('is typed, and armed as it was typed', async () => {
    const { armed } = openDialog();
    expect(button('Arm').disabled).toBe(true);
    await userEvent.click(button('Add rule'));
    await userEvent.type(field('Name'), 'fail sms');
    await userEvent.type(field(/^When/), 'event:notification.*');
    await userEvent.type(field('Attempts'), '1-3');
    await userEvent.type(field('First … events'), '5');
    await userEvent.type(field('Share in %'), '25');
    await userEvent.type(field('Seed'), '7');
    await userEvent.click(screen.getByRole('checkbox', { name: /^Also over authentication/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /^Answer the 4th attempt 200/ }));
    expect(ruleLines()).toEqual([
      '1fail smsevent:notification.*, attempts 1-3, first 5 events, 25 %, also over authentication → 500',
    ]);
    await userEvent.click(button('Arm'));
    expect(armed).toEqual([
      {
        override: null,
        limit: null,
        keep: false,
        rescueLastAttempt: true,
        rules: [
          {
            name: 'fail sms',
            when: 'event:notification.*',
            attempts: '1-3',
            events: 5,
            probability: 0.25,
            seed: 7,
            overridesAuthentication: true,
            action: 'respond',
            status: 500,
          },
        ],
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('cannot be armed with a filter that cannot be understood, and says why in a line', async () => {
    openDialog();
    await userEvent.click(button('Add rule'));
    await userEvent.type(field(/^When/), 'lag:>banana');
    expect(button('Arm').disabled).toBe(true);
    expect(screen.getByRole('alert').textContent).toMatch(/^Rule 1: When: .+ \(character \d+\)\.$/);
    await userEvent.clear(field(/^When/));
    expect(button('Arm').disabled).toBe(false);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stays on the screen with the reason when the engine refuses it', async () => {
    openDialog();
    await userEvent.click(button('Add rule'));
    await userEvent.type(field('Name'), 'refuse me');
    await userEvent.click(button('Arm'));
    expect((await screen.findByRole('alert')).textContent).toBe('Rule 1: refused.');
    expect(field('Name').value).toBe('refuse me');
  });

  it('is put in order with the keyboard', async () => {
    openDialog();
    await load('two faults');
    expect(ruleLines()[0]).toContain('first');
    const first = within(screen.getByRole('region', { name: 'Rules in order' })).getByRole('button', {
      name: /^1 ?first/,
    });
    first.focus();
    fireEvent.keyDown(first, { key: 'ArrowDown', altKey: true });
    expect(ruleLines().map((line) => line?.slice(0, 7))).toEqual(['1second', '2firste']);
    expect(document.activeElement?.textContent).toContain('first');
    expect(button('Move rule down (Alt+↓)').disabled).toBe(true);
    await userEvent.click(button('Duplicate rule'));
    await userEvent.click(button('Move rule up (Alt+↑)'));
    await userEvent.click(button('Remove rule'));
    expect(ruleLines().map((line) => line?.slice(0, 7))).toEqual(['1second', '2firste']);
  });

  it('survives closing the dialog until it is armed or discarded', async () => {
    openDialog({ rules: [{ name: 'armed', action: 'reset', when: '' }], armedAt: '2026-11-21T13:00:00.000Z' });
    await userEvent.type(field('Name'), ' and edited');
    await userEvent.click(button('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(button('Open again'));
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('armed and edited');
    await userEvent.click(button('Discard changes'));
    expect(field('Name').value).toBe('armed');
  });

  it('is saved, loaded and deleted by its name', async () => {
    const { asked } = openDialog();
    await load('two faults');
    expect(field('Name of the program').value).toBe('two faults');
    await userEvent.click(button('Save again'));
    expect(asked['programs.write']).toEqual([{ params: { name: 'two faults' }, body: saved.program }]);
    await userEvent.click(button('Delete the saved program'));
    expect(asked['programs.remove']).toEqual([{ params: { name: 'two faults' } }]);
  });

  it('is imported from a file, or refused in a line', async () => {
    openDialog();
    const input = screen.getByLabelText('File of a program');
    await userEvent.upload(input, new File([JSON.stringify(saved)], 'x.json', { type: 'application/json' }));
    await waitFor(() => expect(ruleLines()).toHaveLength(2));
    await userEvent.upload(input, new File(['nonsense'], 'y.json', { type: 'application/json' }));
    expect((await screen.findByRole('alert')).textContent).toBe('y.json is not JSON.');
    expect(ruleLines()).toHaveLength(2);
  });
});

describe('the preview', () => {
  it('tells, once typing pauses, what the newest requests would have got, and goes to one of them', async () => {
    const { asked, inspector } = openDialog();
    await userEvent.click(button('Add rule'));
    const pane = within(screen.getByRole('region', { name: 'What would have been answered' }));
    expect(await pane.findByText('rule 1 “fail sms”, attempt 2')).toBeTruthy();
    expect(pane.getByText('newest 1,000 requests')).toBeTruthy();
    expect(asked['answer.preview']?.at(-1)).toMatchObject({
      body: { limit: 1000, program: { rules: [{ action: 'respond', status: 500, when: '' }] } },
    });
    await userEvent.click(pane.getByRole('button', { name: /^\d\d:\d\d:00\.000$/ }));
    expect(inspector.store.getState().activeId).toBe(9);
  });
});
