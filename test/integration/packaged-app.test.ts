// What the packager puts into the app, with an empty folder in place of Electron: the packed engine must run on the packed files.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { useBuiltApp } from '#test/support/built-app.ts';
import { bootConfigIn, forkEngine } from '#test/support/forked-engine.ts';
import { readPackagerConfiguration } from '#test/support/packager-configuration.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');
const built = useBuiltApp();
const folder = useTempFolder();
const app = folder.path('out/linux-unpacked/resources/app');

beforeAll(() => {
  const electronDist = folder.path('electron');
  mkdirSync(electronDist);
  for (const name of ['electron', 'LICENSE', 'LICENSES.chromium.html'])
    writeFileSync(path.join(electronDist, name), '');
  for (const name of ['package.json', 'package-lock.json']) {
    copyFileSync(path.join(root, name), path.join(built.folder, name));
  }
  // Sources lie beside the build in a checkout; the app must be without them.
  mkdirSync(path.join(built.folder, 'electron'));
  writeFileSync(path.join(built.folder, 'electron/source.ts'), '');
  writeFileSync(folder.path('config.json'), JSON.stringify(withoutElectron(electronDist)));
  const builder = path.join(root, 'node_modules/electron-builder/cli.js');
  const args = ['--dir', '--linux', '--x64', '--projectDir', built.folder, '--config', folder.path('config.json')];
  execFileSync(process.execPath, [builder, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
}, 120_000);

/** A plain folder instead of the archive, which plain Node cannot read, and no binary whose fuses could be set. */
function withoutElectron(electronDist: string): object {
  const changes = { electronFuses: null, asar: false, directories: { output: folder.path('out') } };
  return {
    ...readPackagerConfiguration(),
    ...changes,
    electronDist,
    electronVersion: packageJson.devDependencies.electron,
  };
}

const filesIn = (name: string): string[] => readdirSync(path.join(app, name)).toSorted();

describe('the packaged app', () => {
  it('holds the build and the native packages, no source and no other package', () => {
    expect(filesIn('.')).toEqual(['dist', 'node_modules', 'package.json']);
    expect(filesIn('node_modules')).toEqual(['@ngrok', 'better-sqlite3']);
    expect(filesIn('node_modules/better-sqlite3')).toEqual(['LICENSE', 'lib', 'package.json', 'prebuilds']);
  });

  it('holds one SQLite, its own', () => {
    expect(filesIn('node_modules/better-sqlite3/prebuilds')).toEqual(['linux-x64.node']);
  });

  it.runIf(process.platform === 'linux' && process.arch === 'x64')('receives on what it holds', async () => {
    const engine = forkEngine(path.join(app, 'dist/engine/process.js'));
    engine.send({ type: 'boot', config: bootConfigIn(folder.path('data'), 'a-token') });
    const report = await engine.report;
    const answer = report.type === 'ready' ? await fetch(report.receiverUrl, { method: 'POST', body: '{}' }) : null;
    expect(answer?.status).toBe(200);
    engine.send({ type: 'close' });
    expect(await engine.exited).toBe(0);
  });
});
