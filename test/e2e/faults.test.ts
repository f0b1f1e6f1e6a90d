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

    await select(4);
    const attempts = await openTab('Attempts');
    await attempts.getByText(/^4 tries · complete · first → last/).waitFor();
    const lines = await attempts.getByRole('listitem').allInnerTexts();
    const told = lines.map((line) => line.replaceAll(/\s+/g, ' '));
    expect(told).toEqual([
      expect.stringMatching(/^#1 .* 500 .* the armed answer · simulator$/),
      expect.stringMatching(/^\+[\d.]+ m?s same body bytes$/),
      expect.stringMatching(/^#2 .* 500 .* the armed answer · simulator$/),
      expect.stringMatching(/^\+[\d.]+ m?s same body bytes$/),
      expect.stringMatching(/^#3 .* 500 .* the armed answer · simulator$/),
      expect.stringMatching(/^\+[\d.]+ m?s same body bytes$/),
      expect.stringMatching(/^#4 .* 200 .* the default 200 · simulator$/),
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
});
