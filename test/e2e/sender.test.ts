// Who sends, seen and required from the page alone: credentials set in the dialog, judged by the receiver, shown beside the request.
import { gzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { prepareInspector, type InspectorPage } from './open-inspector.ts';

const openInspector = prepareInspector();

const envelope = JSON.stringify({
  event_id: '8b1f0c9e-52e1-4d0a-9a55-3b1ad2e0c7f1',
  event_name: 'notification.not_attempted',
  event_ts: '2026-11-21T13:03:57.417Z',
  payload: { ccid: 'c-100482', channel_addr: '14155558890', error_type: '4', new_prop: true },
});

/** Posts as a stranger would: without the mark of our own senders. Gives the status. */
async function post(url: string, headers: Record<string, string> = {}, body: BodyInit = envelope): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

/** The dialog, opened by its key. */
async function openSender({ page }: InspectorPage) {
  await page.getByRole('button', { name: /^Sender:/ }).waitFor();
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Sender' });
  await dialog.getByRole('tab', { name: 'Authentication' }).waitFor();
  const apply = async (): Promise<void> => {
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => dialog.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
  };
  return { dialog, apply, close: () => page.keyboard.press('Escape') };
}

async function findBarriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help }) => `${id}: ${help}`);
}

describe('the sender', () => {
  it('is asked for an API key from the first run on, and shown with it masked until it is revealed', async () => {
    const inspector = await openInspector();
    const { page, serve, listed, select, openTab } = inspector;
    await page.getByRole('button', { name: 'Require credentials…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sender' });
    await dialog.getByRole('button', { name: 'API key' }).click();
    await dialog.getByLabel('Key').fill('sk_staging_1');
    expect(await post(serve.receiverUrl)).toBe(200);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Enforce · API key').waitFor();
    await page.keyboard.press('Escape');

    expect(await post(serve.receiverUrl, { ApiKey: 'sk_staging_1' })).toBe(200);
    expect(await post(serve.receiverUrl, { ApiKey: 'another' })).toBe(401);
    await listed(3);
    await select(2);
    const request = await openTab('Request');
    await request.getByText('accepted').waitFor();
    expect(await request.textContent()).not.toContain('sk_staging_1');
    await request.getByRole('button', { name: 'Reveal credentials' }).click();
    await request.getByText('sk_staging_1').waitFor();
    await select(3);
    await request.getByText('wrong').waitFor();
    expect(await request.textContent()).not.toContain('another');
  });

  it('is only watched in shadow mode, and its credentials stand on a common axis of time', async () => {
    const inspector = await openInspector();
    const { serve, listed, select, openTab } = inspector;
    const sender = await openSender(inspector);
    await sender.dialog.getByRole('button', { name: 'Bearer token' }).click();
    await sender.dialog.getByLabel('Token').fill('right');
    await sender.dialog.getByRole('button', { name: 'Shadow' }).click();
    await sender.apply();
    await sender.close();
    expect(await post(serve.receiverUrl, { Authorization: 'Bearer right' })).toBe(200);
    expect(await post(serve.receiverUrl, { Authorization: 'Bearer left' })).toBe(200);
    await listed(2);
    await select(2);
    await (await openTab('Request')).getByText('would be 401').waitFor();

    const again = await openSender(inspector);
    await again.dialog.getByRole('tab', { name: /Credentials seen/ }).click();
    const table = again.dialog.getByRole('table', { name: 'Credentials seen' });
    await table.getByText('wrong 1').waitFor();
    await table.getByRole('button', { name: '#1' }).click();
    await listed(1);
  });

  it('fetches tokens here once OAuth is required, and what became of that is listed', async () => {
    const inspector = await openInspector();
    const { serve } = inspector;
    const sender = await openSender(inspector);
    await sender.dialog.getByRole('button', { name: 'OAuth, tokens issued here' }).click();
    await sender.dialog.getByLabel('Client id').fill('client-a');
    await sender.dialog.getByLabel('Client secret').fill('s3cret');
    await sender.apply();
    const url = (await sender.dialog.locator('code', { hasText: '/oauth/token' }).textContent()) ?? '';
    const form = (secret: string) =>
      new URLSearchParams({ grant_type: 'client_credentials', client_id: 'client-a', client_secret: secret });
    expect(await post(url, { 'content-type': 'application/x-www-form-urlencoded' }, form('guess').toString())).toBe(
      401,
    );
    const response = await fetch(url, { method: 'POST', body: form('s3cret') });
    const { access_token: token } = (await response.json()) as { access_token: string };
    expect(await post(serve.receiverUrl, { Authorization: token })).toBe(200);
    const requests = sender.dialog.getByRole('table', { name: 'Token requests' });
    await requests.getByText('issued', { exact: true }).waitFor();
    await requests.getByText('invalid_client', { exact: true }).waitFor();
    expect(await sender.dialog.innerHTML()).not.toContain('s3cret');
  });

  it('is a loud banner while production posts here, until it is dismissed', async () => {
    const inspector = await openInspector();
    const { page, serve, listed } = inspector;
    const sender = await openSender(inspector);
    await sender.dialog.getByRole('tab', { name: 'Addresses' }).click();
    await sender.dialog.getByRole('textbox', { name: 'Address 2' }).fill('127.0.0.1');
    await sender.apply();
    await sender.close();
    await inspector.send('--kind', 'message.delivered');
    await listed(1);
    expect(await page.getByText('Production is posting').count()).toBe(0);
    await post(serve.receiverUrl);
    await page.getByRole('alert').getByText('Production is posting to this inspector.').waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await listed(1);
    await page.getByRole('button', { name: /^Dismiss until/ }).click();
    await expect.poll(() => page.getByText('Production is posting').count()).toBe(0);
  });
});

describe('what a sender sends', () => {
  it('explains itself beside the specification, with the phone number grouped and kept as sent', async () => {
    const { serve, listed, select, openTab } = await openInspector();
    await post(serve.receiverUrl);
    await listed(1);
    await select(1);
    const fields = await openTab('Fields');
    await fields.getByRole('button', { name: /^What is odd here/ }).waitFor();
    await fields.getByText('string, not integer').waitFor();
    await fields.locator('[data-field="payload.new_prop"]').getByText('new', { exact: true }).waitFor();
    expect(await fields.locator('[data-field="payload.channel_addr"]').textContent()).toContain('14155558890');
  });

  it('is decoded for reading, and a bomb is shown by its head', async () => {
    const { page, serve, listed, select, openTab } = await openInspector();
    const gzip = { 'content-encoding': 'gzip' };
    await post(serve.receiverUrl, gzip, gzipSync(envelope));
    await post(serve.receiverUrl, gzip, gzipSync(Buffer.alloc(64_000_000, 'a')));
    await listed(2);
    await select(1);
    const body = await openTab('Body');
    await body.getByText('"notification.not_attempted"').waitFor();
    await body.getByRole('button', { name: 'Raw' }).click();
    await body.getByText('The bytes as received, still encoded.').waitFor();
    await body.getByRole('button', { name: 'Decoded' }).click();
    await body.getByText('"notification.not_attempted"').waitFor();
    await select(2);
    await body.getByText(/that grow beyond 16\.8 MB when decoded: the first 1\.0 MB are shown/).waitFor();
    expect(await page.getByText('first 1,000,000 bytes').isVisible()).toBe(true);
  });
});

describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
  it('the dialog about the sender and the banner have no barriers', async () => {
    const inspector = await openInspector({ colorScheme });
    const { page, serve } = inspector;
    const sender = await openSender(inspector);
    await sender.dialog.getByRole('tab', { name: 'Addresses' }).click();
    await sender.dialog.getByRole('textbox', { name: 'Address 2' }).fill('127.0.0.1');
    await sender.apply();
    await post(serve.receiverUrl, { Authorization: 'basic dXNlcjpwYXNz' });
    await page.getByText('Production is posting to this inspector.').waitFor();
    for (const part of ['Authentication', 'Addresses', /Credentials seen/]) {
      await sender.dialog.getByRole('tab', { name: part }).click();
      expect(await findBarriers(page), String(part)).toEqual([]);
    }
    await sender.close();
    await sender.dialog.waitFor({ state: 'detached' });
    expect(await findBarriers(page), 'banner').toEqual([]);
  });
});
