import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings, readSettings, writeSettings } from '#engine/settings/settings-file.ts';

describe('the settings file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'settings-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const write = (text: string): Promise<void> => writeFile(path.join(folder, 'settings.json'), text);

  it('gives the defaults without a word when there is none', async () => {
    expect(await readSettings(folder)).toEqual({
      settings: { ngrok: { authtoken: null, domain: null } },
      message: null,
    });
  });

  it('keeps what was written, in a folder it makes, readable by its owner alone', async () => {
    const inner = path.join(folder, 'a', 'b');
    const settings = { ngrok: { authtoken: 'token', domain: 'mine.ngrok-free.app' } };
    await writeSettings(inner, settings);
    expect(await readSettings(inner)).toEqual({ settings, message: null });
    const { mode } = await stat(path.join(inner, 'settings.json'));
    expect(process.platform === 'win32' ? 0o600 : mode & 0o777).toBe(0o600);
    expect(await readdir(inner)).toEqual(['settings.json']);
  });

  it('closes to others a file that was open to them', async () => {
    await write('{}');
    await chmod(path.join(folder, 'settings.json'), 0o644);
    await writeSettings(folder, defaultSettings());
    const { mode } = await stat(path.join(folder, 'settings.json'));
    expect(process.platform === 'win32' ? 0o600 : mode & 0o777).toBe(0o600);
  });

  it('leaves one whole file when several writes meet', async () => {
    const tokens = ['a', 'b', 'c', 'd'];
    await Promise.all(tokens.map((authtoken) => writeSettings(folder, { ngrok: { authtoken, domain: null } })));
    const { settings, message } = await readSettings(folder);
    expect([tokens.includes(settings.ngrok.authtoken ?? ''), message]).toEqual([true, null]);
    expect(await readdir(folder)).toEqual(['settings.json']);
  });

  it('fills in what is missing and keeps what it does not know', async () => {
    await write('{"ngrok":{"domain":"mine.app","later":1},"theme":"dark"}');
    const { settings } = await readSettings(folder);
    expect(settings.ngrok).toMatchObject({ authtoken: null, domain: 'mine.app' });
    await writeSettings(folder, settings);
    expect(JSON.parse(await readFile(path.join(folder, 'settings.json'), 'utf8'))).toEqual({
      ngrok: { authtoken: null, domain: 'mine.app', later: 1 },
      theme: 'dark',
    });
  });

  it.each(['', '{"ngrok":', '[]', 'null', '{"ngrok":{"authtoken":5}}'])(
    'sets a broken file aside and says where: %j',
    async (text) => {
      await write(text);
      const { settings, message } = await readSettings(folder);
      expect(settings).toEqual(defaultSettings());
      const aside = path.join(folder, 'settings.broken.json');
      expect(message).toContain(aside);
      expect(await readFile(aside, 'utf8')).toBe(text);
      expect(await readSettings(folder)).toMatchObject({ message: null });
    },
  );

  it('says so when it cannot be written, and leaves nothing behind', async () => {
    await writeFile(path.join(folder, 'file'), '');
    await expect(writeSettings(path.join(folder, 'file'), defaultSettings())).rejects.toMatchObject({
      code: 'SETTINGS_UNWRITABLE',
    });
    expect(await readdir(folder)).toEqual(['file']);
  });

  it('gives the defaults and a word when it cannot be read', async () => {
    await writeFile(path.join(folder, 'file'), '');
    const { settings, message } = await readSettings(path.join(folder, 'file'));
    expect(settings).toEqual(defaultSettings());
    expect(message).toContain('cannot be read');
  });
});
