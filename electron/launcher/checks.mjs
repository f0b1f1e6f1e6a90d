// `npm test` and `npm run check`: every check in turn, all of them even after a failure, and one line at the end that counts.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { binOf, exists, inRoot, run, say } from './project.mjs';
import { environmentFor, findNode } from './runtime.mjs';
import { ensureRenderer } from './setup.mjs';

/** @param {{ browser: boolean }} wanted @returns {Promise<number>} exit code */
export async function runChecks({ browser }) {
  const node = findNode();
  const env = environmentFor(node);
  const tally = { passed: 0, failed: 0, skipped: 0 };
  const step = async (label, args) => {
    const startedAt = Date.now();
    const code = await run(node, args, { env });
    tally[code === 0 ? 'passed' : 'failed'] += 1;
    say(`${code === 0 ? 'ok  ' : 'FAIL'} ${label} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  };
  for (const layer of ['shared', 'electron', 'renderer', 'test']) {
    await step(`types of ${layer}/`, [binOf('typescript', 'tsc'), '--noEmit', '-p', layer]);
  }
  await step('lint', [binOf('oxlint'), '--type-aware', '--deny-warnings']);
  await step('format', [binOf('prettier'), '--check', '--log-level', 'warn', '.']);
  await ensureRenderer();
  const projects = ['node', 'dom'];
  if (browser) {
    env.HOOKLOUPE_CHROMIUM = await ensureChromium();
    projects.push('e2e');
  }
  for (const project of projects) add(tally, await runVitest(node, env, project));
  if (tally.skipped > 0) say(`${tally.skipped} skipped (the reasons are above)`);
  process.stdout.write(`${tally.passed} passed, ${tally.failed} failed\n`);
  return tally.failed === 0 ? 0 : 1;
}

/** @param {string} node @param {NodeJS.ProcessEnv} env @param {string} project */
async function runVitest(node, env, project) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hookloupe-check-'));
  const report = path.join(folder, 'report.json');
  try {
    const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const code = await run(node, [binOf('vitest'), ...args, '--config', inRoot('vite.config.ts')], { env });
    const {
      numPassedTests = 0,
      numFailedTests = 0,
      numPendingTests = 0,
    } = exists(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
    // A file that did not load, an unhandled error or no test at all fails the run without failing a test.
    const hasFailedOtherwise = numFailedTests === 0 && (code !== 0 || numPassedTests === 0);
    return { passed: numPassedTests, failed: numFailedTests + (hasFailedOtherwise ? 1 : 0), skipped: numPendingTests };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function add(tally, counted) {
  for (const key of Object.keys(tally)) tally[key] += counted[key];
}
