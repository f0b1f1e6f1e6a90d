import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataFolder, defaultCaptureFile, prepareCaptureFolder, runningFolders } from '#cli/data-folder.ts';

const tail = path.join('hookloupe', 'captures', 'default.hookloupe');

describe('the default capture file', () => {
  it.each([
    ['linux', {}, path.join('/home/u', '.local', 'share', tail)],
    ['linux', { XDG_DATA_HOME: '/data' }, path.join('/data', tail)],
    ['linux', { XDG_DATA_HOME: 'relative' }, path.join('/home/u', '.local', 'share', tail)],
    ['darwin', { XDG_DATA_HOME: '/data' }, path.join('/home/u', 'Library', 'Application Support', tail)],
    ['win32', { LOCALAPPDATA: '/local' }, path.join('/local', tail)],
  ] as const)('on %s with %o is %s', (platform, env, file) => {
    expect(defaultCaptureFile(dataFolder({ platform, env, home: '/home/u' }))).toBe(file);
  });
});

describe('the folders in which a running Hookloupe is looked for', () => {
  const running = (...folder: string[]): string => path.join(...folder, 'hookloupe', 'running');

  it.each([
    ['linux', {}, [running('/home/u/.local/share'), running('/home/u/.config')]],
    ['linux', { XDG_DATA_HOME: '/data', XDG_CONFIG_HOME: '/config' }, [running('/data'), running('/config')]],
    ['win32', { LOCALAPPDATA: '/local', APPDATA: '/roaming' }, [running('/local'), running('/roaming')]],
  ] as const)('on %s with %o are those of the command line and of the desktop app', (platform, env, folders) => {
    expect(runningFolders({ platform, env, home: '/home/u' })).toEqual(folders);
  });
});

describe("a capture file's folder", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'hookloupe-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is made for its user only', async () => {
    await prepareCaptureFolder(path.join(folder, 'a', 'captures', 'x.hookloupe'));
    const { mode } = await stat(path.join(folder, 'a', 'captures'));
    expect(mode & 0o777).toBe(0o700);
  });

  it('is left as it is where it exists', async () => {
    const before = await stat(folder);
    await prepareCaptureFolder(path.join(folder, 'x.hookloupe'));
    expect((await stat(folder)).mode).toBe(before.mode);
  });

  it('that cannot be made is told with what to do', async () => {
    await writeFile(path.join(folder, 'file'), '');
    const refused = prepareCaptureFolder(path.join(folder, 'file', 'captures', 'x.hookloupe'));
    await expect(refused).rejects.toThrow(/cannot be made\. Choose another place with --capture FILE\./);
  });
});
