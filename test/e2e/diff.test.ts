import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { prepareInspector, type InspectorPage } from './open-inspector.ts';

const openInspector = prepareInspector();

const envelope = (id: string, payload: object): string =>
  JSON.stringify({ event_id: id, event_name: 'message.delivered', event_ts: '2026-01-01T00:00:00.000Z', payload });

/** Three deliveries of one kind and a second try of the last. */
async function openFour(): Promise<InspectorPage> {
  const inspector = await openInspector();
  const { serve } = inspector;
  await serve.post(envelope('e-1', { ccid: 'c-1', job_id: null, client_message_tag: '', message_id: 'm-1' }));
  await serve.post(envelope('e-2', { ccid: 'c-1', client_message_tag: null, message_id: 'm-2' }));
  await serve.post(envelope('e-3', { ccid: 'c-1', message_id: 'm-3', trigger_id: 't' }));
  await serve.post(envelope('e-3', { ccid: 'c-1', message_id: 'm-3', trigger_id: 't' }));
  await inspector.listed(4);
  return inspector;
}

/** The rows of the comparison, as `mark field A B`. */
const readChanges = (page: InspectorPage['page']): Promise<string[]> =>
  page
    .getByRole('table', { name: 'Differences' })
    .locator('tbody')
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent).join(' ')));

const sideOf = (panel: Locator): Locator => panel.getByRole('button', { name: /show$/ });

describe('a comparison', () => {
  it('is made with the delivery pinned by P, and tells null from absent from the empty string', async () => {
    const { page, select } = await openFour();
    await select(1);
    await page.keyboard.press('p');
    await select(2);
    await page.keyboard.press('c');
    await expect
      .poll(() => readChanges(page))
      .toEqual([
        '− payload.job_id null absent',
        '~ payload.client_message_tag "" empty null',
        '~ payload.message_id m-1 m-2',
      ]);
    await page.getByText('2 differences ignored').or(page.getByText('1 difference ignored')).waitFor();
    expect(await sideOf(page.getByRole('tabpanel', { name: 'Diff' })).textContent()).toBe('show');
  });

  it('is made by D with the previous of the kind, or with the try before', async () => {
    const { page, select } = await openFour();
    const panel = page.getByRole('tabpanel', { name: 'Diff' });
    await select(2);
    await page.keyboard.press('d');
    await expect.poll(() => sideOf(panel).textContent()).toBe('previous of the kind, show');
    await expect.poll(async () => (await readChanges(page)).length).toBe(3);
    await select(4);
    await expect.poll(() => sideOf(panel).textContent()).toBe('try before, show');
    await panel.getByText('No difference.').waitFor();
    await panel.getByText('body bytes are the same').waitFor();
  });

  it('says what to do when C is pressed with nothing pinned', async () => {
    const { page, select } = await openFour();
    await select(1);
    await page.keyboard.press('c');
    const advice = page.getByText('Nothing is pinned as A. Select a delivery and press P.');
    await expect.poll(() => advice.count()).toBeGreaterThan(0);
  });
});
