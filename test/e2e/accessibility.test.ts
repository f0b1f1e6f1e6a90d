import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startRecordingReceiver } from '#test/support/recording-receiver.ts';
import { detailTabNames, prepareInspector } from './open-inspector.ts';

const openInspector = prepareInspector();

/** What a checker finds serious or critical, one line per element. */
async function findBarriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    );
}

describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
  it('the first run has no barriers', async () => {
    const { page } = await openInspector({ colorScheme });
    await page.getByText('listening', { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('the list, every tab of a delivery and the replay dialog have no barriers', async () => {
    const { page, send, listed, select, openTab } = await openInspector({ colorScheme });
    await send('--scenario', 'all-kinds', '--seed', '1');
    await page.keyboard.press('Alt+3');
    await send('--scenario', 'out-of-order', '--seed', '2', '--no-retry');
    await listed(26);
    await select(23);
    for (const tab of detailTabNames) {
      await openTab(tab);
      await expect.poll(() => page.getByText(/^(Reading|Comparing|Laying out)/).count()).toBe(0);
      expect(await findBarriers(page), tab).toEqual([]);
    }
    await page.keyboard.press('r');
    await page.getByRole('dialog', { name: 'Replay' }).waitFor();
    expect(await findBarriers(page), 'replay').toEqual([]);
  });

  it('a held request, the rules and what they would have answered have no barriers', async () => {
    const { page, serve, send, listed } = await openInspector({ colorScheme });
    await send('--scenario', 'all-kinds', '--seed', '1');
    await listed(21);
    await page.keyboard.press('Alt+4');
    await expect.poll(() => page.title()).toBe('▲timeout · Hookloupe');
    const held = serve.post('{}');
    await page.getByRole('region', { name: 'Held requests' }).getByRole('button', { name: 'Show' }).click();
    await page.getByRole('button', { name: 'Release 22 with 200' }).waitFor();
    expect(await findBarriers(page), 'held requests').toEqual([]);
    await page.getByRole('button', { name: 'Release 22 with 200' }).click();
    expect((await held).status).toBe(200);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+5');
    const dialog = page.getByRole('dialog', { name: 'Answer by rules' });
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    await dialog.getByRole('list', { name: 'Requests that would have got another answer' }).waitFor();
    expect(await findBarriers(page), 'rules').toEqual([]);
  });
});

describe('the keyboard alone', () => {
  it('filters, selects, reads, arms, disarms and replays', async () => {
    const { page, serve, send, listed, rows, typeFilter } = await openInspector();
    const target = await startRecordingReceiver();
    onTestFinished(target.close);
    await send('--scenario', 'all-kinds', '--seed', '1');
    await listed(21);
    const { keyboard } = page;
    await typeFilter('event:notification.*');
    await listed(5);
    await keyboard.press('Enter');
    await keyboard.press('Escape');
    await keyboard.press('Home');
    await keyboard.press('ArrowDown');
    await expect.poll(() => rows.nth(1).getAttribute('aria-selected')).toBe('true');
    const name = ((await rows.nth(1).getAttribute('aria-label')) ?? '').split(',')[0] ?? '';
    await page.getByRole('heading', { name }).waitFor();

    await keyboard.press('Enter');
    await expect.poll(() => focused(page)).toContain('Fields');
    await keyboard.press('ArrowRight');
    await page.getByRole('tabpanel', { name: 'Body' }).waitFor();
    await keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('delivery-grid');

    await keyboard.press('Alt+3');
    await expect.poll(() => page.title()).toBe('▲500 · Hookloupe');
    await keyboard.press('Alt+1');
    await expect.poll(() => page.title()).toBe('Hookloupe');

    await keyboard.press('r');
    await expect.poll(() => focused(page)).toContain('Target URL');
    await keyboard.type(target.url);
    await tabTo(page, 'Replay 1 delivery');
    await keyboard.press('Enter');
    await expect.poll(() => target.requests.length).toBe(1);
    await page.getByText('Sent', { exact: true }).waitFor();
    await keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect((await serve.call('status.read')).answer.override).toBe(null);
  });

  it('reaches every part of the window by Tab and F6, and the focus is never lost', async () => {
    const { page, send, listed, select } = await openInspector();
    await send('--scenario', 'story', '--seed', '1');
    await listed(5);
    await select(1);
    for (const pane of ['sidebar', 'list', 'detail', 'sidebar']) {
      await expect
        .poll(async () => {
          await page.keyboard.press('F6');
          return page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane'));
        })
        .toBe(pane);
    }
    const seen = new Set<string>();
    for (let press = 0; press < 120; press += 1) {
      await page.keyboard.press('Tab');
      seen.add(await focused(page));
    }
    for (const part of ['URL of the receiver', 'Send test events', 'Filter', 'Deliveries', 'Keys (?)']) {
      expect(
        [...seen].some((name) => name.includes(part)),
        part,
      ).toBe(true);
    }
  });
});

/** Name of what has the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const outer = document.activeElement;
    const element = outer?.shadowRoot?.activeElement ?? outer;
    return `${element?.getAttribute('aria-label') ?? ''} ${element?.closest('label')?.textContent ?? element?.textContent ?? ''}`;
  });
}

async function tabTo(page: Page, name: string): Promise<void> {
  for (let press = 0; press < 40 && !(await focused(page)).includes(name); press += 1) await page.keyboard.press('Tab');
  expect(await focused(page)).toContain(name);
}
