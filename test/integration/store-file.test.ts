import { linkSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openForWriting } from '#engine/store/open-database.ts';
import { capturedRequest } from '#test/support/captured-request.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';
import { openTestStore } from '#test/support/test-store.ts';

const folder = useTempFolder();

describe('a capture file', () => {
  it('is opened with every commit synced to disk', () => {
    const db = openForWriting(folder.path('settings.hookloupe'));
    try {
      expect(db.pragma('synchronous', { simple: true })).toBe(2);
      expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
      expect(db.pragma('trusted_schema', { simple: true })).toBe(0);
    } finally {
      db.close();
    }
  });

  it('belongs to its owner alone', async () => {
    const file = folder.path('mode.hookloupe');
    const store = await openTestStore(file);
    await store.append(capturedRequest('{}'));
    for (const beside of ['', '-wal', '-shm', '-lock']) expect(statSync(`${file}${beside}`).mode & 0o077).toBe(0);
  });

  it('is open in one process at a time', async () => {
    const file = folder.path('locked.hookloupe');
    const first = await openTestStore(file);
    await expect(openTestStore(file)).rejects.toMatchObject({ code: 'CAPTURE_LOCKED' });
    await first.close();
    await openTestStore(file);
  });

  it('is open in one process at a time under any of its names', async () => {
    const file = folder.path('named.hookloupe');
    const first = await openTestStore(file);
    symlinkSync(file, folder.path('symbolic.hookloupe'));
    linkSync(file, folder.path('hard.hookloupe'));
    await expect(openTestStore(folder.path('symbolic.hookloupe'))).rejects.toThrow(/more than one name/);
    await expect(openTestStore(folder.path('hard.hookloupe'))).rejects.toThrow(/more than one name/);
    rmSync(folder.path('hard.hookloupe'));
    await expect(openTestStore(folder.path('symbolic.hookloupe'))).rejects.toMatchObject({ code: 'CAPTURE_LOCKED' });
    await first.close();
  });

  it('is refused when it is no capture file, and left as it is', async () => {
    const text = folder.path('notes.txt');
    writeFileSync(
      text,
      'these are my notes, not a database, and longer than a header of one hundred bytes would be: '.repeat(3),
    );
    await expect(openTestStore(text)).rejects.toMatchObject({ code: 'CAPTURE_UNUSABLE' });
    const other = folder.path('other.sqlite');
    const db = new Database(other);
    db.exec('CREATE TABLE mine (id INTEGER)');
    db.close();
    await expect(openTestStore(other)).rejects.toMatchObject({ code: 'CAPTURE_UNUSABLE' });
  });

  it('is refused when a newer version wrote it', async () => {
    const file = folder.path('newer.hookloupe');
    await (await openTestStore(file)).close();
    const db = new Database(file);
    db.pragma('user_version = 999');
    db.close();
    await expect(openTestStore(file)).rejects.toThrow(/newer Hookloupe/);
  });

  it('is refused in words when a folder stands in its place', async () => {
    mkdirSync(folder.path('folder.hookloupe'));
    await expect(openTestStore(folder.path('folder.hookloupe'))).rejects.toMatchObject({ code: 'CAPTURE_UNUSABLE' });
  });

  it('keeps bodies and header bytes exactly', async () => {
    const store = await openTestStore(folder.path('bytes.hookloupe'));
    const body = Uint8Array.from({ length: 256 }, (_, i) => i);
    const rawHeaders = [
      ['X-Odd', '\u00e4\u00ff"\\'],
      ['x-odd', ''],
      ['__proto__', 'kept'],
    ] as const;
    const id = await store.append(capturedRequest(body, { rawHeaders }));
    expect(Buffer.from(await store.readers.details.read('body', id))).toEqual(Buffer.from(body));
    const record = JSON.parse(Buffer.from(await store.readers.details.read('request', { id })).toString()) as {
      rawHeaders: unknown;
    };
    expect(record.rawHeaders).toEqual(rawHeaders);
  });
});
