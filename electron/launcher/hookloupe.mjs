#!/usr/bin/env node
// The one entry: `npm start`, `npm test` and the `hookloupe` command. It does the set-up that is missing, says what it does, finds a
// fit Node and hands over.
import { runChecks } from './checks.mjs';
import { findElectron } from './desktop.mjs';
import { binOf, inRoot, LauncherError, run, say } from './project.mjs';
import { environmentFor, findNode } from './runtime.mjs';
import { ensureInstalled, ensureRenderer, ensureShell } from './setup.mjs';

/** @param {string[]} args */
async function runCommand(args) {
  const node = findNode();
  return run(node, [inRoot('electron', 'cli', 'main.ts'), ...args], { cwd: process.cwd(), env: environmentFor(node) });
}

/** @param {string[]} args */
async function start(args) {
  const electron = await findElectron();
  if (electron.binary !== undefined) {
    await ensureShell();
    return run(electron.binary, [inRoot(), ...args]);
  }
  say(`No Electron window here (${electron.reason}): the same UI opens in your browser.`);
  await ensureRenderer();
  return runCommand(['serve', '--open', ...args]);
}

/** @param {string[]} argv */
async function main([command, ...args]) {
  await ensureInstalled();
  switch (command) {
    case undefined:
    case 'start':
      return start(args);
    case 'test':
      return runChecks({ browser: true });
    case 'check':
      return runChecks({ browser: false });
    case 'bench':
      await ensureRenderer();
      return runScript(inRoot('test', 'bench', 'run-bench.ts'), args);
    case 'build':
      return ensureShell().then(() => 0);
    case 'exec':
      return runScript(binOf(args[0] ?? ''), args.slice(1));
    case 'serve':
      await ensureRenderer();
      return runCommand([command, ...args]);
    default:
      return runCommand([command, ...args]);
  }
}

/** @param {string} script @param {string[]} args */
async function runScript(script, args) {
  const node = findNode();
  return run(node, [script, ...args], { env: environmentFor(node) });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof LauncherError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
