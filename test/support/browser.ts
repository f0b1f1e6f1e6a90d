// A real Chromium for the browser tests. Every page is watched: whatever a person would not see but a developer would (console errors,
// uncaught errors, policy violations, dialogs, requests to strangers) fails the test. Without a browser it fails too, never skips.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchChromium } from './launch-chromium.ts';

const launchTimeoutMs = 60_000;

export interface TestBrowser {
  /** Opens an address in a profile of its own, which is gone when the test ends. */
  open(url: string, options?: BrowserContextOptions): Promise<Page>;
}

/** One browser for a test file, closed after its last test; each test fails on anything its pages complained about. */
export function prepareBrowser(): TestBrowser {
  let browser: Browser | undefined;
  const complaints: string[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
  }, launchTimeoutMs);
  afterAll(() => browser?.close());
  afterEach(async () => {
    const heard = complaints.splice(0);
    await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
    expect(heard, 'complaints of the page').toEqual([]);
  });
  return {
    async open(url, options = {}) {
      if (browser === undefined) throw new Error('A page can be opened inside a test only.');
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      const page = await context.newPage();
      watch(page, new URL(url).host, (complaint) => complaints.push(complaint));
      await page.goto(url);
      return page;
    },
  };
}

function watch(page: Page, home: string, complain: (complaint: string) => void): void {
  page.on('pageerror', (error) => complain(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // A violation of the content security policy is a console error too.
    if (message.type() === 'error') complain(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('dialog', (dialog) => {
    complain(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => complain('the dialog could not be dismissed'));
  });
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url());
    if (host !== home && protocol !== 'blob:') complain(`request to a stranger: ${request.url()}`);
  });
  page.on('popup', (popup) => complain(`opened a window: ${popup.url()}`));
  page.on('framenavigated', (frame) => {
    if (new URL(frame.url()).host !== home) complain(`navigated to ${frame.url()}`);
  });
}
