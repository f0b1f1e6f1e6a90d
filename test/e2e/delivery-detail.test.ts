import { describe, expect, it } from 'vitest';
import { prepareInspector, type InspectorPage } from './open-inspector.ts';

const openInspector = prepareInspector();

const body = `{ "event_id" : "e-1",
  "event_name": "notification.attempted", "event_ts": "2026-01-01T10:20:30.456Z",
  "payload": {"ccid":"c-1","job_id":null,"client_message_tag":"","sms_text":"Gr\\u00fc\u00dfe \u{1f44b}","extra":1.0} }
`;

async function openDelivery(): Promise<InspectorPage> {
  const inspector = await openInspector();
  await inspector.serve.post(body, { 'X-Mixed-Case': 'Kept As Sent', authorization: 'basic c2VjcmV0' });
  await inspector.select(1);
  return inspector;
}

describe('a selected delivery', () => {
  it('shows values, null, absent and the empty string as different things', async () => {
    const { page, openTab } = await openDelivery();
    const fields = await openTab('Fields');
    const valueOf = async (path: string): Promise<string> => {
      const text = await fields.locator(`[data-field="${path}"]`).innerText();
      return text.replaceAll(/\s+/g, ' ').trim();
    };
    await fields.locator('[data-field="payload.ccid"]').waitFor();
    expect(await valueOf('payload.ccid')).toBe('ccid c-1 string');
    expect(await valueOf('payload.job_id')).toBe('job_id null');
    expect(await valueOf('payload.client_message_tag')).toBe('client_message_tag "" empty');
    await fields
      .getByText(/absent here$/)
      .last()
      .click();
    expect(await valueOf('payload.trigger_id')).toBe('trigger_id absent');
    expect(await valueOf('payload.extra')).toBe('extra 1.0 new number');
    expect(await page.getByRole('heading', { name: 'notification.attempted' }).count()).toBe(1);
  });

  it('shows the body laid out, as exact text and as bytes', async () => {
    const { openTab } = await openDelivery();
    const panel = await openTab('Body');
    const size = Buffer.byteLength(body);
    await panel.getByText(`${size} of ${size} bytes`).waitFor();
    const laidOut = panel.getByRole('textbox', { name: 'Body, laid out' });
    await laidOut.getByText('"job_id": null').waitFor();
    expect(await laidOut.innerText()).toContain('"extra": 1.0');

    await panel.getByRole('button', { name: 'Raw' }).click();
    const exact = panel.getByRole('textbox', { name: 'Body, exact text' });
    await exact.waitFor();
    expect(await exact.innerText()).toContain('"sms_text":"Gr\\u00fc\u00dfe \u{1f44b}"');

    await panel.getByRole('button', { name: 'Hex' }).click();
    await panel.getByText('000000', { exact: true }).waitFor();
    const firstRow = Buffer.from(body)
      .subarray(0, 8)
      .toString('hex')
      .replaceAll(/(..)(?!$)/g, '$1 ');
    expect(await panel.getByText(firstRow, { exact: true }).count()).toBe(1);
  });

  it('shows the headers in their original case, and a secret only when asked', async () => {
    const { openTab } = await openDelivery();
    const panel = await openTab('Request');
    await panel.getByText('X-Mixed-Case', { exact: true }).waitFor();
    expect(await panel.getByText('Kept As Sent', { exact: true }).count()).toBe(1);
    expect(await panel.getByText('c2VjcmV0').count()).toBe(0);
    await panel.getByRole('button', { name: 'Reveal credentials' }).click();
    await panel.getByText('basic c2VjcmV0', { exact: true }).waitFor();
  });
});
