// Finds or brings a Node that is fit: better-sqlite3 crashes on Node 20, and older 24s have holes in their HTTP parser.
import path from 'node:path';
import { exists, inRoot, LauncherError } from './project.mjs';

/** First fit version. */
const FLOOR = [24, 18, 1];

/** @param {string} version such as `24.18.1` */
export function isFit(version) {
  const parts = version.split('.').map(Number);
  const at = FLOOR.findIndex((wanted, i) => parts[i] !== wanted);
  return at === -1 || parts[at] > FLOOR[at];
}

/** The Node to hand over to: this one where it is fit, else the one that was installed with the dependencies. */
export function findNode() {
  if (isFit(process.versions.node)) return process.execPath;
  const isWindows = process.platform === 'win32';
  const folder = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const bundled = inRoot('node_modules', folder, 'bin', isWindows ? 'node.exe' : 'node');
  if (exists(bundled)) return bundled;
  throw new LauncherError(
    `Hookloupe needs Node ${FLOOR.join('.')} or newer (this is ${process.versions.node}). Install it from nodejs.org, then run the command again.`,
  );
}

/**
 * Environment in which programs that are started by name find the same Node.
 * @param {string} node
 */
export function environmentFor(node) {
  return { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}` };
}
