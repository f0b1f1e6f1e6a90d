import { describe, expect, it } from 'vitest';
import { prepareInspector, type InspectorPage } from './open-inspector.ts';

const openInspector = prepareInspector();

const event = (id: string, more = ''): string =>
  `{"event_id":"${id}","event_name":"message.delivered","event_ts":"2026-01-01T00:00:00.000Z","payload":{}}${more}`;

/** Three tries of one event between two others: accepted, repeated, repeated with another body. */
async function sendRepeats({ serve, listed }: InspectorPage): Promise<void> {
  for (const body of [event('first'), event('twice'), event('twice'), event('twice', '\n'), event('last')]) {
    expect((await serve.post(body)).status).toBe(200);
  }
  await listed(5);
}

describe('the tries of an event', () => {
  it('are told apart in the list: a duplicate after 200, and another body', async () => {
    const inspector = await openInspector();
    await sendRepeats(inspector);
    await expect
      .poll(inspector.rowLabels)
      .toEqual([
        expect.stringContaining('first try'),
        expect.stringContaining('try 1 of 3 seen, lag'),
        expect.stringContaining('try 2 of 3 seen, duplicate: an earlier try had been accepted, lag'),
        expect.stringContaining('duplicate: an earlier try had been accepted, other bytes than the try before'),
        expect.stringContaining('first try'),
      ]);
    expect(await inspector.grid.getByText('dup', { exact: true }).count()).toBe(2);
  });

  it('say in the detail what they are, on what evidence, and how one differs from the one before', async () => {
    const inspector = await openInspector();
    const { page, select, openTab } = inspector;
    await sendRepeats(inspector);
    await select(4);
    const attempts = await openTab('Attempts');
    await attempts.getByText(/^3 tries · complete · first → last/).waitFor();
    await attempts.getByText('body bytes identical in 1 of 2.', { exact: false }).waitFor();
    await attempts.getByText('different body').waitFor();
    await attempts.getByRole('button', { name: 'Difference of the headers of try 3' }).click();
    await attempts.getByRole('term').getByText('content-length').waitFor();
    await attempts.getByRole('button', { name: 'Difference of try 3' }).click();
    await page.getByRole('tabpanel', { name: 'Diff' }).waitFor();
    expect(await page.getByRole('tab', { name: 'Diff' }).getAttribute('aria-selected')).toBe('true');
  });

  it('are joined by their bytes where no event_id can be read', async () => {
    const { serve, select, openTab, listed } = await openInspector();
    await serve.post('no json');
    await serve.post('no json');
    await listed(2);
    await select(2);
    const attempts = await openTab('Attempts');
    await attempts.getByText('No event_id could be read: joined by identical body bytes.').waitFor();
    expect(await attempts.getByRole('button', { name: /^Try \d/ }).count()).toBe(2);
  });

  it('of a batch say that the answer was for all of its events', async () => {
    const { serve, select, openTab, listed } = await openInspector();
    await serve.post(`[${event('a')},${event('b')}]`);
    await serve.post(`[${event('a')},${event('b')}]`);
    await listed(4);
    await select(3);
    const attempts = await openTab('Attempts');
    await attempts.getByText('duplicate after 200').waitFor();
    const tries = await attempts.getByRole('listitem').filter({ hasText: 'applies to all 2 events' }).allInnerTexts();
    expect(tries.map((text) => text.includes('; same events as the attempt before'))).toEqual([false, true]);
  });
});

describe('a list grouped by event', () => {
  it('has one row for each event; [ and ] walk its tries and the row stays selected', async () => {
    const inspector = await openInspector();
    const { page, rows, listed } = inspector;
    await sendRepeats(inspector);
    await page.keyboard.press('g');
    await listed(3);
    await page.getByRole('columnheader', { name: 'Grouped by event' }).waitFor();
    await rows.nth(1).click();
    await page.getByText('#4', { exact: true }).waitFor();
    await page.keyboard.press('[');
    await page.getByText('#3', { exact: true }).waitFor();
    await page.keyboard.press('[');
    await page.getByText('#2', { exact: true }).waitFor();
    expect(await rows.nth(1).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowDown');
    await page.getByText('#5', { exact: true }).waitFor();
    await page.keyboard.press('g');
    await listed(5);
  });

  it('takes a new try of an event into its row while it is live', async () => {
    const inspector = await openInspector();
    const { page, serve, listed, rowLabels } = inspector;
    await serve.post(event('one'));
    await serve.post(event('two'));
    await listed(2);
    await page.keyboard.press('g');
    await page.getByRole('columnheader', { name: 'Grouped by event' }).waitFor();
    await serve.post(event('one'));
    await expect
      .poll(rowLabels)
      .toEqual([expect.stringContaining('first try'), expect.stringContaining('try 2 of 2 seen')]);
  });
});

describe('a list that is held at its end', () => {
  it('shows its last row whole beside the button that resumes', async () => {
    const inspector = await openInspector();
    const { page, send, listed, rows } = inspector;
    for (const seed of ['1', '2']) await send('--scenario', 'all-kinds', '--seed', seed);
    await listed(42);
    const before = await rows.last().boundingBox();
    await page.keyboard.press('Space');
    const button = await page.getByRole('button', { name: 'Resume live (L)' }).boundingBox();
    const last = await rows.last().boundingBox();
    expect(last).toEqual(before);
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
  });
});
