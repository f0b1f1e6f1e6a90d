import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runHookloupe, startServeProcess, type ServeProcess } from '#test/support/hookloupe-process.ts';

let folder: string;
let serve: ServeProcess | null = null;
let squatter: Server | null = null;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hookloupe-'));
});
afterEach(async () => {
  await serve?.end('SIGKILL');
  serve = null;
  squatter?.close();
  squatter = null;
  await rm(folder, { recursive: true });
});

const anyPorts = ['--port', '0', '--ui-port', '0'];
const captureIn = (name: string): string[] => ['--capture', path.join(folder, name, 'c.hookloupe')];

describe('hookloupe serve', () => {
  it('tells in one line of JSON where everything is, and everything is there', async () => {
    serve = await startServeProcess([...anyPorts, ...captureIn('a'), '--token', 'tok-1']);
    const { receiverUrl, uiUrl, apiUrl, token, captureFile, pid } = serve.ready;
    const members = ['event', 'receiverUrl', 'uiUrl', 'apiUrl', 'token', 'captureFile', 'pid'];
    expect(Object.keys(serve.ready)).toEqual(members);
    expect([token, captureFile]).toEqual(['tok-1', path.join(folder, 'a', 'c.hookloupe')]);
    expect(uiUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=tok-1$/);
    expect(pid).toBeGreaterThan(0);
    expect((await fetch(receiverUrl, { method: 'POST', body: '{}' })).status).toBe(200);
    const status = await fetch(`${apiUrl}/status`, { headers: { authorization: `Bearer ${token}` } });
    expect(status.status).toBe(200);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('closes in order on %s and ends with 0', async (signal) => {
    const running = await startServeProcess([...anyPorts, ...captureIn('a')]);
    expect((await fetch(running.ready.receiverUrl, { method: 'POST', body: '{}' })).status).toBe(200);
    expect(await running.end(signal)).toBe(0);
  });

  it('reads its flags from the environment, and lets the command line win', async () => {
    serve = await startServeProcess(['--token', 'from-flag'], {
      HOOKLOUPE_PORT: '0',
      HOOKLOUPE_UI_PORT: '0',
      HOOKLOUPE_TOKEN: 'from-env',
      HOOKLOUPE_OPEN: '0',
      HOOKLOUPE_AUTH: '',
      XDG_DATA_HOME: folder,
      LOCALAPPDATA: folder,
      HOME: folder,
    });
    expect(serve.ready.token).toBe('from-flag');
    expect(serve.ready.captureFile.startsWith(folder)).toBe(true);
    expect((await stat(path.dirname(serve.ready.captureFile))).mode & 0o777).toBe(0o700);
  });

  it('makes a token nobody can guess where none is given', async () => {
    serve = await startServeProcess([...anyPorts, ...captureIn('a')]);
    expect(Buffer.from(serve.ready.token, 'base64url')).toHaveLength(32);
  });

  it('ends with 1 and one line that names the port when it is taken', async () => {
    squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const { port } = squatter.address() as AddressInfo;
    const flags = ['--port', String(port), '--ui-port', '0', '--log-level', 'silent'];
    const { code, out, err } = await runHookloupe('serve', ...flags, ...captureIn('a'));
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(new RegExp(`^[^\n]*${port}[^\n]*--port[^\n]*\n$`));
  });

  it('ends with 1 and one line when another Hookloupe has the capture file', async () => {
    serve = await startServeProcess([...anyPorts, ...captureIn('a')]);
    const { code, err } = await runHookloupe('serve', ...anyPorts, ...captureIn('a'), '--log-level', 'silent');
    expect(code).toBe(1);
    expect(err).toMatch(/^Another Hookloupe has [^\n]*\n$/);
  });
});
