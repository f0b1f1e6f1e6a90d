import { describe, expect, it } from 'vitest';
import { prepareInspector, type InspectorPage } from './open-inspector.ts';

const openInspector = prepareInspector();

const event = '{"event_id":"e-1","event_name":"message.delivered","event_ts":"2026-01-01T00:00:00.000Z","payload":{}}';
const title = ({ page }: InspectorPage): Promise<string> => page.title();

async function limitTo({ page }: InspectorPage, label: string): Promise<void> {
  await page.getByTitle('How long a fault stays armed').click();
  await page.getByRole('menuitemradio', { name: label }).click();
}

const answerButton = ({ page }: InspectorPage, name: string) =>
  page.getByRole('group', { name: 'Answer of the receiver' }).getByRole('button', { name, exact: true });

const answers = async ({ rowLabels }: InspectorPage): Promise<string[]> =>
  (await rowLabels()).map((label) => /answered \d+|timed out|connection reset/.exec(label)?.[0] ?? label);

const fourTries = ['answered 500', 'answered 500', 'answered 500', 'answered 200'];

describe('an armed fault', () => {
  it('chosen in the toolbar for the next 3 requests shows the four tries of the sender, with their gaps', async () => {
    const inspector = await openInspector();
    const { page, send, select, openTab } = inspector;
    await limitTo(inspector, 'for the next 3 requests');
    await answerButton(inspector, '500').click();
    await expect.poll(() => title(inspector)).toBe('▲500 ×3 · Hookloupe');
    await send('--kind', 'message.delivered', '--retry-delays', '30,60,90');
    await expect.poll(() => answers(inspector)).toEqual(fourTries);
    await expect.poll(() => title(inspector)).toBe('Hookloupe');
    await page.getByRole('row', { name: /from here on: 3 of 3 answered 500: back to 200$/ }).waitFor();

    await select(4);
    const attempts = await openTab('Attempts');
    await attempts.getByText(/^4 tries · complete · first → last/).waitFor();
    const lines = await attempts.getByRole('listitem').allInnerTexts();
    const told = lines.map((line) => line.replaceAll(/\s+/g, ' '));
    expect(told).toEqual([
      expect.stringMatching(/^#1 .* 500 .* the armed answer · simulator$/),
      expect.stringMatching(/^\+[\d.]+ m?s body: identical headers: /),
      expect.stringMatching(/^#2 .* 500 .* the armed answer · simulator retry after 500$/),
      expect.stringMatching(/^\+[\d.]+ m?s body: identical headers: /),
      expect.stringMatching(/^#3 .* 500 .* the armed answer · simulator retry after 500$/),
      expect.stringMatching(/^\+[\d.]+ m?s body: identical headers: /),
      expect.stringMatching(/^#4 .* 200 .* the default 200 · simulator retry after 500$/),
    ]);
    expect(await page.getByRole('tab', { name: 'Attempts' }).textContent()).toBe('Attempts4');
  });

  it('chosen with Alt+3 counts down in its chip, in the strip and in the title, and is gone at the end', async () => {
    const inspector = await openInspector();
    const { page, serve } = inspector;
    await limitTo(inspector, 'for the next 3 requests');
    await page.keyboard.press('Alt+3');
    for (const left of [3, 2, 1]) {
      await page.getByTitle(`Armed: Next ${left} of 3 → 500`).waitFor();
      await page.getByText(`Every request gets 500, ${left} of 3 requests left.`).waitFor();
      await expect.poll(() => title(inspector)).toBe(`▲500 ×${left} · Hookloupe`);
      expect((await serve.post(event)).status).toBe(500);
    }
    await expect.poll(() => title(inspector)).toBe('Hookloupe');
    await page.getByText('Back to 200: 500 for 3 requests is over.').waitFor();
    await expect.poll(() => page.getByTitle(/^Armed: /).count()).toBe(0);
    expect((await serve.post(event)).status).toBe(200);
    await expect.poll(() => answers(inspector)).toEqual(fourTries);
    expect(await answerButton(inspector, '200').getAttribute('aria-pressed')).toBe('true');
  });

  it('of 401 ends the event, since the sender does not try again', async () => {
    const inspector = await openInspector();
    await limitTo(inspector, 'for the next request');
    await answerButton(inspector, '401').click();
    await expect.poll(() => title(inspector)).toBe('▲401 ×1 · Hookloupe');
    await inspector.send('--kind', 'message.delivered', '--retry-delays', '30');
    await expect.poll(() => answers(inspector)).toEqual(['answered 401']);
    await expect.poll(() => title(inspector)).toBe('Hookloupe');
  });

  it('of a time-out holds the request until the sender gives up and tries again', async () => {
    const inspector = await openInspector();
    await limitTo(inspector, 'for the next request');
    await answerButton(inspector, 'Timeout').click();
    await expect.poll(() => title(inspector)).toBe('▲timeout ×1 · Hookloupe');
    await inspector.send('--kind', 'message.delivered', '--timeout', '400', '--retry-delays', '30');
    await expect.poll(() => answers(inspector)).toEqual(['timed out', 'answered 200']);
    await expect.poll(() => title(inspector)).toBe('Hookloupe');
  });

  it('of 500 until it is switched off lets the last attempt through when asked to', async () => {
    const inspector = await openInspector();
    const { page, send } = inspector;
    await answerButton(inspector, '500').click();
    await page.getByRole('checkbox', { name: /^Answer the 4th attempt 200/ }).check();
    await send('--kind', 'message.delivered', '--retry-delays', '30,60,90');
    await expect.poll(() => answers(inspector)).toEqual(fourTries);
    await page.getByText('1 rescued').waitFor();
    await page.getByRole('button', { name: 'Back to 200' }).click();
    await expect.poll(() => title(inspector)).toBe('Hookloupe');
  });
});

describe('rules', () => {
  it('fail what they are for and nothing else, after the preview said so', async () => {
    const inspector = await openInspector();
    const { page, send, serve, listed } = inspector;
    await send('--scenario', 'all-kinds', '--seed', '1');
    await listed(21);
    await page.keyboard.press('Alt+5');
    const dialog = page.getByRole('dialog', { name: 'Answer by rules' });
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('fail sms');
    await dialog.getByLabel(/^When/).fill('event:notification.*');
    await dialog.getByLabel('Attempts').fill('1');
    const preview = dialog.getByRole('region', { name: 'What would have been answered' });
    await preview.getByText('5 that would have got another answer:').waitFor();
    await dialog.getByRole('button', { name: 'Arm', exact: true }).click();
    await expect.poll(() => title(inspector)).toBe('▲1 rule · Hookloupe');
    await send('--scenario', 'all-kinds', '--seed', '2', '--retry-delays', '30');
    await listed(21 + 26);
    const { total } = await serve.call('deliveries.list', {
      query: { filter: 'status:500 event:notification.* try:1' },
    });
    expect(total).toBe(5);
    await page.getByText('5 requests answered by it').waitFor();
  });

  it('let the next try of one event through from its attempts, while all else goes on failing', async () => {
    const inspector = await openInspector();
    const { serve, select, openTab } = inspector;
    await answerButton(inspector, '500').click();
    await expect.poll(() => title(inspector)).toBe('▲500 · Hookloupe');
    expect((await serve.post(event)).status).toBe(500);
    await select(1);
    const attempts = await openTab('Attempts');
    await attempts.getByRole('button', { name: 'Answer next try 200' }).click();
    await expect.poll(() => title(inspector)).toBe('▲2 rules · Hookloupe');
    expect((await serve.post(event.replace('e-1', 'e-2'))).status).toBe(500);
    expect((await serve.post(event)).status).toBe(200);
    expect((await serve.post(event)).status).toBe(500);
  });
});

describe('held requests', () => {
  it('are counted, and answered when they are released', async () => {
    const inspector = await openInspector();
    const { page, serve } = inspector;
    await answerButton(inspector, 'Timeout').click();
    await expect.poll(() => title(inspector)).toBe('▲timeout · Hookloupe');
    const first = serve.post(event);
    const strip = page.getByRole('region', { name: 'Held requests' });
    await strip.getByText('1 request held').waitFor();
    const second = serve.post(event.replace('e-1', 'e-2'));
    await strip.getByText('2 requests held').waitFor();
    await strip.getByRole('button', { name: 'Show' }).click();
    const dialog = page.getByRole('dialog', { name: 'Held requests' });
    await dialog.getByRole('button', { name: 'Release 1 with 500' }).click();
    expect((await first).status).toBe(500);
    await page.keyboard.press('Escape');
    await strip.getByRole('button', { name: 'Release 200' }).click();
    expect((await second).status).toBe(200);
    await strip.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /^message\.delivered, held, then answered 200,/ }).waitFor();
  });
});
