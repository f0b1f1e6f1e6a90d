// Where the launcher finds things, and how it runs them. Plain JavaScript for Node 18 and newer, without dependencies: it is what
// runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** @param {...string} parts */
export const inRoot = (...parts) => path.join(root, ...parts);

/** @param {string} line */
export const say = (line) => process.stderr.write(`${line}\n`);

/** A failure the user can mend: one line, and the exit code. */
export class LauncherError extends Error {}

/**
 * The script behind a package's `bin`, so that it can be run with the Node we chose.
 * @param {string} packageName @param {string} [binName]
 */
export function binOf(packageName, binName = packageName) {
  const folder = inRoot('node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[binName]);
}

/**
 * Runs a program to its end with our terminal; resolves with its exit code.
 * @param {string} file @param {string[]} args @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, stdio: 'inherit', ...options });
    // The terminal sends Ctrl+C to the child as well; what kill sends to us alone is passed on.
    const passOn = (signal) => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal);
    process.on('SIGTERM', passOn);
    process.on('SIGINT', passOn);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      process.off('SIGTERM', passOn);
      process.off('SIGINT', passOn);
      resolve(code ?? (signal === null ? 0 : 1));
    });
  });
}

/**
 * Whether a command answers on this machine.
 * @param {string} command @param {string[]} args
 */
export function answers(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** @param {string} file */
export const exists = (file) => existsSync(file);
