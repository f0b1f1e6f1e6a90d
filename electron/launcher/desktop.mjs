// Finds the Electron binary. It is no npm package: Electron's own installer fetches it, which some machines cannot.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { exists, inRoot, run, say } from './project.mjs';
import { environmentFor, findNode } from './runtime.mjs';

/** Path of the Electron binary, or the reason why there is none, in words. */
export async function findElectron() {
  const isScreenless =
    process.platform === 'linux' && process.env.DISPLAY === undefined && process.env.WAYLAND_DISPLAY === undefined;
  if (isScreenless) return { reason: 'there is no display' };
  const binary = installedBinary();
  if (binary !== null) return { binary };
  say('Fetching the Electron binary (once)…');
  const node = findNode();
  await run(node, [inRoot('node_modules', 'electron', 'install.js')], {
    stdio: 'ignore',
    timeout: 300_000,
    env: environmentFor(node),
  });
  const fetched = installedBinary();
  return fetched === null ? { reason: 'its binary could not be fetched' } : { binary: fetched };
}

function installedBinary() {
  const folder = inRoot('node_modules', 'electron');
  try {
    const binary = path.join(folder, 'dist', readFileSync(path.join(folder, 'path.txt'), 'utf8').trim());
    return exists(binary) ? binary : null;
  } catch {
    return null; // no path.txt: never fetched
  }
}
