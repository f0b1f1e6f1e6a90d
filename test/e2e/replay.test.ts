import { describe, expect, it, onTestFinished } from 'vitest';
import { startRecordingReceiver, type RecordingReceiver } from '#test/support/recording-receiver.ts';
import { prepareInspector } from './open-inspector.ts';

const openInspector = prepareInspector();

/** Whitespace, number forms, escapes and repeated keys that any re-encoding would lose. */
const exactBytes = Buffer.from(
  '\t{"event_id":"e-1" ,"event_name":"notification.attempted","event_ts":"2026-01-01T00:00:00.000Z",\r\n' +
    '"payload":{"n":1.0,"big":12345678901234567890,"s":"\\u00fc\u00fc \u{1f44b}","n":2}}\n',
);

const byText = (a: string | null, b: string | null): number => (a ?? '').localeCompare(b ?? '');

async function startTarget(): Promise<RecordingReceiver> {
  const target = await startRecordingReceiver((_request, response) => response.writeHead(202).end('thank you'));
  onTestFinished(target.close);
  return target;
}

describe('a replay', () => {
  it('of one delivery sends its exact bytes, and shows the answer beside the original', async () => {
    const { page, serve, select, openTab } = await openInspector();
    const target = await startTarget();
    await serve.post(exactBytes);
    await select(1);
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Replay' });
    await dialog.getByLabel('Target URL').fill(target.url);
    await dialog.getByRole('button', { name: 'Replay 1 delivery' }).click();
    await dialog.getByText('Sent', { exact: true }).waitFor();
    expect(target.requests.map(({ body }) => body.equals(exactBytes))).toEqual([true]);

    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const attempts = await openTab('Attempts');
    const shot = attempts.getByRole('listitem').filter({ hasText: target.url });
    await shot.getByTitle('answered 202').waitFor();
    await shot.locator('summary').click();
    await shot.getByText('thank you').waitFor();
    expect(await attempts.getByRole('button', { name: 'Try 1, shown now' }).count()).toBe(1);
  });

  it('of a filter’s worth arrives in event_ts order when asked for', async () => {
    const { page, serve, send, listed, typeFilter } = await openInspector();
    const target = await startTarget();
    await send('--scenario', 'out-of-order', '--seed', '1');
    await listed(5);
    await typeFilter('event:notification.*');
    await listed(3);
    await page.keyboard.press('Enter');
    await page.getByRole('grid', { name: 'Deliveries' }).focus();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Replay' });
    await dialog.getByLabel('Target URL').fill(target.url);
    await dialog.getByRole('button', { name: 'By event_ts' }).click();
    await dialog.getByRole('button', { name: 'Replay 3 deliveries' }).click();
    await dialog.getByText('All 3 sent').waitFor();

    const { items } = await serve.call('deliveries.list', { query: { filter: 'event:notification.*' } });
    const arrived = items.map(({ eventTs }) => eventTs);
    const sent = target.requests.map(({ body }) => (JSON.parse(body.toString()) as { event_ts: string }).event_ts);
    expect(sent).toEqual(arrived.toSorted(byText));
    expect(sent).not.toEqual(arrived);
  });

  it('asks before captured data leaves this computer', async () => {
    const { page, serve, select } = await openInspector();
    await serve.post(exactBytes);
    await select(1);
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Replay' });
    await dialog.getByLabel('Target URL').fill('https://hooks.example.com/push');
    await dialog.getByRole('button', { name: 'Replay 1 delivery' }).click();
    await dialog.getByText('Tick the box to send to hooks.example.com.').waitFor();
    await expect.poll(() => dialog.getByRole('checkbox').isChecked()).toBe(false);
    expect((await serve.call('deliveries.read', { params: { id: 1 } })).shots).toEqual([]);
  });
});
