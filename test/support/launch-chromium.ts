import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** Where Debian puts it, for a run that names none. */
const usualPath = '/usr/bin/chromium';

/** The Chromium of `HOOKLOUPE_CHROMIUM`. Throws where there is none, in words that say what to do. */
export function launchChromium(): Promise<Browser> {
  const executablePath = process.env['HOOKLOUPE_CHROMIUM'] ?? usualPath;
  if (!existsSync(executablePath)) {
    throw new Error(
      `The browser tests need Chromium, and ${executablePath} is not there. Name one in HOOKLOUPE_CHROMIUM.`,
    );
  }
  return chromium.launch({
    executablePath,
    // Chromium refuses its sandbox to root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    // People drag scrollbars, so they are there.
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
}
