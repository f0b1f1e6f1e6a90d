// Takes the pictures of the documentation: `node test/support/take-screenshots.ts`, after `npm run build`. The events are those of
// fixed seeds, so two pictures of the same version differ in their times only.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { runHookloupe, startServeProcess, type ServeProcess } from './hookloupe-process.ts';
import { launchChromium } from './launch-chromium.ts';

const pictures = path.resolve(import.meta.dirname, '../../docs/screenshots');

const folder = await mkdtemp(path.join(os.tmpdir(), 'hookloupe-screenshots-'));
const capture = ['--capture', path.join(folder, 'staging.hookloupe'), '--port', '0', '--ui-port', '0'];
const serve = await startServeProcess([...capture, '--log-level', 'warn']);
const browser = await launchChromium();
try {
  await mkdir(pictures, { recursive: true });
  await sendEvents(serve.ready);
  for (const colorScheme of ['light', 'dark'] as const) await takePicture(browser, colorScheme);
} finally {
  await browser.close();
  await serve.end();
  await rm(folder, { recursive: true, force: true });
}

/** Every kind, a story out of order, and one event that took four tries. */
async function sendEvents({ receiverUrl, apiUrl, token }: ServeProcess['ready']): Promise<void> {
  let seed = 0;
  // Each with a seed of its own: the same seed would send the same events once more.
  const send = (...flags: string[]) => runHookloupe('send', '--to', receiverUrl, '--seed', `${(seed += 1)}`, ...flags);
  await send('--scenario', 'all-kinds');
  await send('--scenario', 'consent');
  await fetch(`${apiUrl}/answer`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ override: { action: 'respond', status: 500 }, limit: { requests: 3 } }),
  });
  await send('--kind', 'message.delivered', '--retry-delays', '200,600,900');
  await send('--scenario', 'conversation');
  await send('--scenario', 'out-of-order');
}

async function takePicture(from: Browser, colorScheme: 'light' | 'dark'): Promise<void> {
  const page = await from.newPage({ viewport: { width: 1440, height: 900 }, colorScheme });
  await page.goto(serve.ready.uiUrl);
  const row = page.getByRole('row', { name: /^notification\.attempted,.*arrived late/ });
  await row.click();
  await page.getByRole('tabpanel', { name: 'Fields' }).waitFor();
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: path.join(pictures, `main-${colorScheme}.png`) });
  await page.close();
}
