import { spawnSync } from 'node:child_process';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { findRunningSecret, noteRunningEngine } from '#engine/settings/running-engines.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';

const folder = useTempFolder();
const urlOf = (port: number): URL => new URL(`http://127.0.0.1:${port}/push`);
/** Of a process that has ended. */
const endedPid = spawnSync(process.execPath, ['-e', '']).pid;

describe('the note of a running engine', () => {
  it('is found by its port, and gone when the engine is closed', async () => {
    const place = folder.path('found');
    const entry = await noteRunningEngine(place, { pid: process.pid, port: 4180, secret: 's-1' });
    expect(await findRunningSecret([folder.path('absent'), place], urlOf(4180))).toBe('s-1');
    expect(await findRunningSecret([place], urlOf(4181))).toBeNull();
    await entry.close();
    expect(await findRunningSecret([place], urlOf(4180))).toBeNull();
    expect(await readdir(place)).toEqual([]);
  });

  it('is for its owner only', async () => {
    const place = folder.path('mode');
    await noteRunningEngine(place, { pid: process.pid, port: 4180, secret: 's' });
    const modes = [await stat(place), await stat(`${place}/4180.json`)].map(({ mode }) => mode & 0o777);
    expect(modes).toEqual([0o700, 0o600]);
  });

  it('stands for the usual port where a URL names none', async () => {
    const place = folder.path('usual');
    await noteRunningEngine(place, { pid: process.pid, port: 443, secret: 'tls' });
    expect(await findRunningSecret([place], new URL('https://127.0.0.1/'))).toBe('tls');
    expect(await findRunningSecret([place], new URL('http://127.0.0.1/'))).toBeNull();
  });

  it('of an engine that was killed is believed by nobody and swept up at the next start', async () => {
    const place = folder.path('stale');
    await noteRunningEngine(place, { pid: endedPid, port: 4180, secret: 'old' });
    expect(await findRunningSecret([place], urlOf(4180))).toBeNull();
    await writeFile(`${place}/4182.json`, '{"broken');
    await noteRunningEngine(place, { pid: process.pid, port: 4181, secret: 'new' });
    expect(await readdir(place)).toEqual(['4181.json']);
  });

  it('gives way to the engine that has the port now, and does not take its note away', async () => {
    const place = folder.path('taken');
    const first = await noteRunningEngine(place, { pid: process.pid, port: 4180, secret: 'first' });
    await noteRunningEngine(place, { pid: process.pid, port: 4180, secret: 'second' });
    await first.close();
    expect(await findRunningSecret([place], urlOf(4180))).toBe('second');
  });
});
