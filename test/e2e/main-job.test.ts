import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/spec/catalogue.ts';
import { prepareInspector } from './open-inspector.ts';

const openInspector = prepareInspector();
const kinds = catalogue.map(({ name }) => name);

describe('the first run', () => {
  it('shows the address to give to the platform and becomes the list with the first request', async () => {
    const { page, serve, grid } = await openInspector();
    const heading = page.getByRole('heading', { name: 'Nothing received yet' });
    await heading.waitFor();
    await page.getByRole('listitem').getByText(serve.receiverUrl, { exact: true }).waitFor();
    await page.getByText('listening', { exact: true }).waitFor();
    await serve.post('{"event_id":"1","event_name":"a.b","event_ts":"2026-01-01T00:00:00.000Z","payload":{}}');
    await grid.waitFor();
    expect(await heading.count()).toBe(0);
  });
});

describe('events that arrive', () => {
  it('appear live, one row per kind of the specification, and are counted beside the list', async () => {
    const { page, send, listed, rowNames } = await openInspector();
    await send('--scenario', 'all-kinds', '--seed', '1');
    await listed(kinds.length);
    await expect.poll(async () => (await rowNames()).toSorted()).toEqual(kinds.toSorted());
    const facets = page.getByRole('navigation', { name: 'Views and facets' });
    await expect.poll(() => facets.getByRole('button', { name: 'All events' }).textContent()).toBe('All events21');
    for (const kind of kinds) expect(await facets.getByTitle(`${kind} · 1`).textContent()).toBe(`${kind}1`);
    expect(await facets.getByTitle('Two-way · 5').count()).toBe(1);
  });

  it('are marked ↑ and ↓ where they arrived in another order than they happened', async () => {
    const { send, listed, row, rowLabels } = await openInspector();
    await send('--scenario', 'out-of-order', '--seed', '1');
    await listed(5);
    await expect
      .poll(async () => (await rowLabels()).filter((label) => /arrived (early|late)/.test(label)))
      .toEqual([
        expect.stringMatching(/^notification\.undelivered,.*arrived early/),
        expect.stringMatching(/^notification\.attempted,.*arrived late/),
      ]);
    expect(await row('notification.undelivered').getByTitle('Arrived early').locator('svg').count()).toBe(1);
    expect(await row('notification.attempted').getByTitle('Arrived late').locator('svg').count()).toBe(1);
    expect(
      await row('message.delivered')
        .getByTitle(/Arrived/)
        .count(),
    ).toBe(0);
  });

  it('stand in the order of event_ts after a press of T, and in that of arrival after another', async () => {
    const { page, serve, send, listed, rowNames } = await openInspector();
    await send('--scenario', 'out-of-order', '--seed', '1');
    await listed(5);
    const { items } = await serve.call('deliveries.list');
    const arrived = items.map(({ eventName }) => eventName);
    const byTime = items.toSorted((a, b) => (a.eventTs ?? '').localeCompare(b.eventTs ?? ''));
    const happened = byTime.map(({ eventName }) => eventName);
    expect(happened).not.toEqual(arrived);
    await expect.poll(rowNames).toEqual(arrived);
    await page.keyboard.press('t');
    await expect.poll(rowNames).toEqual(happened);
    await page.keyboard.press('t');
    await expect.poll(rowNames).toEqual(arrived);
  });
});

describe('the filter', () => {
  const notifications = kinds.filter((kind) => kind.startsWith('notification.')).toSorted();

  it('narrows the list while it is typed and keeps it while it cannot be understood', async () => {
    const { page, send, listed, rowNames, typeFilter } = await openInspector();
    await send('--scenario', 'all-kinds', '--seed', '1');
    await listed(kinds.length);
    await typeFilter('event:notification.*');
    await expect.poll(async () => (await rowNames()).toSorted()).toEqual(notifications);
    await page.getByText(`${notifications.length} of 21`, { exact: true }).waitFor();
    await page.keyboard.type(' lag:>banana');
    await page.getByText('The list keeps the last filter that could be understood.').waitFor();
    expect((await rowNames()).toSorted()).toEqual(notifications);
  });

  it('is put back by Esc to what is applied, and cleared by Shift and Esc', async () => {
    const { page, send, listed, typeFilter } = await openInspector();
    await send('--scenario', 'all-kinds', '--seed', '1');
    await listed(kinds.length);
    const box = page.getByRole('textbox', { name: 'Filter' });
    await typeFilter('is:unparsed');
    await listed(0);
    await page.keyboard.type(' lag:>banana');
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape');
        return box.textContent();
      })
      .toBe('is:unparsed');
    await box.focus();
    await page.keyboard.press('Shift+Escape');
    await listed(kinds.length);
  });
});
