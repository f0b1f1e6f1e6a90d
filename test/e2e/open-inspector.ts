// What every browser test starts from: `hookloupe serve` as a second process, a page that shows it, and the words to speak about both.
import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { prepareBrowser } from '#test/support/browser.ts';
import { runHookloupe } from '#test/support/hookloupe-process.ts';
import { startServeProcess, type ServeProcess } from '#test/support/serve-process.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';

/** The page of a running receiver. */
export interface InspectorPage {
  page: Page;
  serve: ServeProcess;
  /** The list of deliveries. */
  grid: Locator;
  /** The rows that are drawn, top to bottom. */
  rows: Locator;
  /** Drawn rows of one event name. */
  row(eventName: string): Locator;
  /** What the drawn rows say of themselves, top to bottom. */
  rowLabels(): Promise<string[]>;
  /** Event names of the drawn rows, top to bottom. */
  rowNames(): Promise<string[]>;
  /** Clicks a row of the whole list, by its place in arrival order from 1, and waits until its delivery is shown. */
  select(place: number): Promise<void>;
  /** Clicks a tab of the delivery and gives its panel. */
  openTab(name: DetailTabName): Promise<Locator>;
  /** Types into the filter box, which `/` goes to. */
  typeFilter(text: string): Promise<void>;
  /** Resolves when the list counts so many deliveries. */
  listed(count: number): Promise<void>;
  /** Sends events by the command line, as a third process. */
  send(...flags: readonly string[]): Promise<void>;
}

export const detailTabNames = ['Fields', 'Body', 'Request', 'Attempts', 'Diff'] as const;
export type DetailTabName = (typeof detailTabNames)[number];

/** For a test file: each call opens a new, empty capture in the browser. */
export function prepareInspector(): (options?: BrowserContextOptions) => Promise<InspectorPage> {
  const browser = prepareBrowser();
  const folder = useTempFolder();
  return async (options) => {
    const serve = await startServeProcess(folder.path(`${randomUUID()}.hookloupe`));
    return toInspectorPage(await browser.open(serve.uiUrl, options), serve);
  };
}

function toInspectorPage(page: Page, serve: ServeProcess): InspectorPage {
  const grid = page.getByRole('grid', { name: 'Deliveries' });
  const rows = grid.locator('tbody').getByRole('row');
  const rowLabels = () => rows.evaluateAll((found) => found.map((row) => row.getAttribute('aria-label') ?? ''));
  return {
    page,
    serve,
    grid,
    rows,
    row: (eventName) => rows.and(page.locator(`[aria-label^="${eventName},"]`)),
    rowLabels,
    rowNames: async () => (await rowLabels()).map((label) => label.split(',')[0] ?? ''),
    async select(place) {
      await grid.locator(`[aria-rowindex="${place + 1}"]`).click();
      await page.getByText(`#${place}`, { exact: true }).waitFor();
    },
    async openTab(name) {
      await page.getByRole('tab', { name }).click();
      return page.getByRole('tabpanel', { name });
    },
    async typeFilter(text) {
      await page.getByRole('textbox', { name: 'Filter' }).waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type(text);
    },
    async listed(count) {
      await expect.poll(() => grid.getAttribute('aria-rowcount'), { timeout: 30_000 }).toBe(`${count + 1}`);
    },
    async send(...flags) {
      const { err } = await runHookloupe('send', '--to', serve.receiverUrl, ...flags);
      expect(err).toBe('');
    },
  };
}
