// Set-up that a first run does by itself: dependencies from the lock file, and the built renderer.
import { readdirSync, statSync } from 'node:fs';
import { exists, inRoot, LauncherError, run, say } from './project.mjs';
import { environmentFor, findNode } from './runtime.mjs';

/** Installs from the lock file unless that has been done since the lock file changed. */
export async function ensureInstalled() {
  const installed = inRoot('node_modules', '.package-lock.json');
  if (exists(installed) && modifiedAt(installed) >= modifiedAt(inRoot('package-lock.json'))) return;
  say('Installing dependencies from the lock file (once)…');
  const npm = process.env.npm_execpath;
  const code =
    npm !== undefined && npm.endsWith('.js')
      ? await run(process.execPath, [npm, 'ci', '--loglevel', 'error'])
      : await run('npm', ['ci', '--loglevel', 'error'], { shell: process.platform === 'win32' });
  if (code !== 0) throw new LauncherError('npm ci failed; its messages above say why. Mend that, then run again.');
}

/** What each build is made from. */
const sources = ['renderer', 'shared', 'vite.config.ts', 'package-lock.json'];
const shellSources = [...sources, 'electron'];

/** Builds the renderer where its sources are newer than the last build. */
export async function ensureRenderer() {
  await ensureBuilt('renderer', inRoot('dist', 'renderer', 'index.html'), sources, ['--environment', 'client']);
}

/** Builds everything Electron loads. */
export async function ensureShell() {
  await ensureBuilt('app', inRoot('dist', 'main', 'main.js'), shellSources, []);
}

/** @param {string} what @param {string} result @param {string[]} from @param {string[]} args */
async function ensureBuilt(what, result, from, args) {
  if (exists(result) && from.every((source) => newestIn(inRoot(source)) <= modifiedAt(result))) return;
  say(`Building the ${what}…`);
  const node = findNode();
  const script = inRoot('electron', 'launcher', 'build.mjs');
  const code = await run(node, [script, ...args], { env: environmentFor(node) });
  if (code !== 0) throw new LauncherError(`The ${what} could not be built; the messages above say why.`);
}

/** @param {string} file */
const modifiedAt = (file) => statSync(file).mtimeMs;

/** @param {string} place */
function newestIn(place) {
  const stats = statSync(place);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return readdirSync(place).reduce((newest, name) => Math.max(newest, newestIn(`${place}/${name}`)), 0);
}
