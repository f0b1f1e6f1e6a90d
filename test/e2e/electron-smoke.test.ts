import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { _electron } from 'playwright-core';
import { expect, it } from 'vitest';
import { useTempFolder } from '#test/support/temp-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = useTempFolder();

/** The Electron binary, looked for where its own installer puts it; asking the package for it would start a download. */
function findElectron(): string | null {
  const place = path.join(root, 'node_modules/electron');
  const pathFile = path.join(place, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const binary = path.join(place, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(binary) ? binary : null;
}

it('opens one sandboxed window on its engine, and ends with it', async (context) => {
  const executablePath = findElectron();
  if (executablePath === null) {
    const reason =
      'no Electron binary here: the desktop window is not tested (node node_modules/electron/install.js fetches it)';
    console.warn(reason);
    context.skip(reason);
    return;
  }
  execFileSync(process.execPath, [path.join(root, 'electron/launcher/hookloupe.mjs'), 'build'], { stdio: 'inherit' });
  const app = await _electron.launch({
    executablePath,
    args: [root, `--user-data-dir=${folder.path('user-data')}`],
    cwd: root,
  });
  try {
    const page = await app.firstWindow();
    await expect.poll(() => page.title()).toMatch(/Hookloupe/);
    expect(new URL(page.url()).hostname).toBe('127.0.0.1');
    const globals = await page.evaluate(() =>
      ['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis),
    );
    expect(globals).toEqual([]);
    expect(await page.evaluate(() => 'hookloupe' in globalThis)).toBe(true);
    expect(app.windows()).toHaveLength(1);
  } finally {
    await app.close();
  }
});
