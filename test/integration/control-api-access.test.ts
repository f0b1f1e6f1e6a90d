import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { contract, type CallName } from '#shared/protocol/contract.ts';
import { startTestEngine, testToken, type TestEngine } from '#test/support/test-engine.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';

const folder = useTempFolder();

/** A raw request, because `fetch` does not let a caller choose Host or Origin. */
function ask(engine: TestEngine, headers: Record<string, string>, path = '/api/v1/status'): Promise<number> {
  const { port } = new URL(engine.apiUrl);
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, path, headers, setHost: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
    request.end();
  });
}

/** A renderer of one page and one script. */
function pagesFolder(): string {
  const pages = folder.path('pages');
  mkdirSync(`${pages}/assets`, { recursive: true });
  writeFileSync(`${pages}/index.html`, '<!doctype html>');
  writeFileSync(`${pages}/assets/page.js`, '');
  return pages;
}

function openLive(engine: TestEngine, protocols: string[], headers: Record<string, string> = {}): Promise<string> {
  const socket = new WebSocket(`${engine.apiUrl.replace('http', 'ws')}/live`, protocols, { headers });
  return new Promise((resolve) => {
    socket.on('message', (data) => {
      resolve((JSON.parse((data as Buffer).toString()) as { type: string }).type);
      socket.close();
    });
    socket.on('unexpected-response', (_request, response) => resolve(String(response.statusCode)));
    socket.on('error', () => undefined);
  });
}

describe('the control API', () => {
  it('answers its own host only', async () => {
    const engine = await startTestEngine(folder.path('host.hookloupe'));
    const { port } = new URL(engine.apiUrl);
    const authorization = `Bearer ${testToken}`;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`]) {
      expect([host, await ask(engine, { host, authorization })]).toEqual([host, 200]);
    }
    const strangers = [
      'evil.test',
      `evil.test:${port}`,
      '127.0.0.1',
      `0.0.0.0:${port}`,
      `localhost.:${port}`,
      `x@127.0.0.1:${port}`,
      `127.0.0.1.nip.io:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      '',
    ];
    for (const host of strangers) expect([host, await ask(engine, { host, authorization })]).toEqual([host, 403]);
  });

  it('serves no other web page, no proxy and no tunnel', async () => {
    const engine = await startTestEngine(folder.path('origin.hookloupe'));
    const host = new URL(engine.apiUrl).host;
    const good = { host, authorization: `Bearer ${testToken}` };
    expect(await ask(engine, { ...good, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })).toBe(200);
    const refused: Record<string, string>[] = [
      { origin: 'http://evil.test' },
      { origin: 'null' },
      { origin: `http://${host}.evil.test` },
      { origin: `https://${host}` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'x-forwarded-for': '1.2.3.4' },
      { forwarded: 'for=1.2.3.4' },
      { via: '1.1 proxy' },
      { 'ngrok-trace-id': 'x' },
    ];
    for (const headers of refused)
      expect([headers, await ask(engine, { ...good, ...headers })]).toEqual([headers, 403]);
  });

  it('wants the token on every call, and takes it from the header only', async () => {
    const engine = await startTestEngine(folder.path('token.hookloupe'));
    const host = new URL(engine.apiUrl).host;
    const paths = (Object.keys(contract) as CallName[]).map(
      (name) => `/api/v1${contract[name].path.replaceAll(/:\w+/g, '1')}`,
    );
    for (const path of [...paths, '/api/v1/openapi.json', '/api/v1/live', '/api/v1/nothing']) {
      expect([path, await ask(engine, { host }, path)]).toEqual([path, 401]);
    }
    const wrong = [
      'Bearer',
      'Bearer ',
      `Bearer ${testToken}x`,
      `Bearer ${testToken.slice(0, -1)}`,
      `Basic ${testToken}`,
      testToken,
    ];
    for (const authorization of wrong)
      expect([authorization, await ask(engine, { host, authorization })]).toEqual([authorization, 401]);
    expect(await ask(engine, { host }, `/api/v1/status?token=${testToken}`)).toBe(401);
    expect(await ask(engine, { host, cookie: `token=${testToken}` })).toBe(401);
  });

  it('wants the token however the path is spelled', async () => {
    const engine = await startTestEngine(folder.path('spelled.hookloupe'), { rendererFolder: pagesFolder() });
    const host = new URL(engine.apiUrl).host;
    const spellings = [
      '/%61pi/v1/answer',
      '/api%2fv1/answer',
      '/API/v1/answer',
      '//api/v1/answer',
      '/./api/v1/answer',
      '/assets/../api/v1/answer',
      '/assets/%2e%2e/api/v1/status',
      `http://${host}/api/v1/answer`,
      'http://x/api/v1/deliveries',
      '/%61pi/v1/live',
      '/api/v1/answer;x',
      '/api/v1/answer/',
    ];
    for (const path of spellings) expect([path, await ask(engine, { host }, path)]).toEqual([path, 401]);
    expect(await ask(engine, { host }, '/')).toBe(200);
    expect(await ask(engine, { host }, '/assets/page.js')).toBe(200);
    const upgrade = { host, connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    for (const path of ['/', '/assets/page.js', '/%61pi/v1/live']) {
      const headers = { ...upgrade, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' };
      expect([path, await ask(engine, headers, path)]).toEqual([path, 401]);
    }
  });

  it('opens the live stream to its own pages only', async () => {
    const engine = await startTestEngine(folder.path('live.hookloupe'));
    const token = `token.${testToken}`;
    expect(await openLive(engine, ['hookloupe', token])).toBe('hello');
    expect(await openLive(engine, ['hookloupe'])).toBe('401');
    expect(await openLive(engine, ['hookloupe', 'token.wrong'])).toBe('401');
    expect(await openLive(engine, ['hookloupe', token], { origin: 'http://evil.test' })).toBe('403');
  });

  it('never allows another origin to read its answers', async () => {
    const engine = await startTestEngine(folder.path('cors.hookloupe'));
    const response = await engine.fetch('/api/v1/status');
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('hands out a captured body as a download that can run nothing', async () => {
    const engine = await startTestEngine(folder.path('body.hookloupe'));
    await engine.post('<script>alert(1)</script>', { 'content-type': 'text/html' });
    const response = await engine.fetch('/api/v1/requests/1/body');
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox/);
  });

  it('is not on the receiver: a call there is one more request', async () => {
    const engine = await startTestEngine(folder.path('receiver.hookloupe'));
    const response = await fetch(new URL('/api/v1/status', engine.receiverUrl), {
      headers: { authorization: `Bearer ${testToken}` },
    });
    expect([response.status, await response.text()]).toEqual([200, '']);
    await engine.listed(1);
    expect((await engine.call('requests.read', { params: { id: 1 } })).target).toBe('/api/v1/status');
  });
});

describe('a mistake in a call', () => {
  it('is answered with a code and one line that says what is wrong', async () => {
    const engine = await startTestEngine(folder.path('mistakes.hookloupe'));
    const json = { 'content-type': 'application/json' };
    const cases: [string, RequestInit, number, string][] = [
      ['/api/v1/deliveries?limit=0', {}, 400, 'REQUEST_INVALID'],
      ['/api/v1/deliveries?order=random', {}, 400, 'REQUEST_INVALID'],
      ['/api/v1/deliveries?filter=status:%3E%3Dabc', {}, 400, 'FILTER_INVALID'],
      ['/api/v1/deliveries/999', {}, 404, 'DELIVERY_NOT_FOUND'],
      ['/api/v1/deliveries/abc', {}, 400, 'REQUEST_INVALID'],
      ['/api/v1/requests/999', {}, 404, 'REQUEST_NOT_FOUND'],
      ['/api/v1/requests/999/body', {}, 404, 'REQUEST_NOT_FOUND'],
      ['/api/v1/events/nobody', {}, 404, 'EVENT_NOT_FOUND'],
      ['/api/v1/replays/7', {}, 404, 'REPLAY_NOT_FOUND'],
      ['/api/v1/nothing', {}, 404, 'ROUTE_NOT_FOUND'],
      [
        '/api/v1/answer',
        { method: 'PUT', body: '{"override":{"action":"respond","status":99}}', headers: json },
        400,
        'REQUEST_INVALID',
      ],
      ['/api/v1/answer', { method: 'PUT', body: '{broken', headers: json }, 400, 'REQUEST_INVALID'],
      [
        '/api/v1/answer',
        { method: 'PUT', body: '{}', headers: { 'content-type': 'text/plain' } },
        400,
        'REQUEST_INVALID',
      ],
      ['/api/v1/simulations', { method: 'POST', body: '{"kind":"no.such"}', headers: json }, 400, 'SIMULATION_INVALID'],
    ];
    for (const [path, init, status, code] of cases) {
      const response = await engine.fetch(path, init);
      const body = (await response.json()) as { code: string; message: string };
      expect([path, response.status, body.code]).toEqual([path, status, code]);
      expect(body.message).not.toContain('\n');
      expect(body.message.length).toBeGreaterThan(10);
    }
  });

  it.each([
    ['is longer than any identifier', 'x'.repeat(9000)],
    ['is longer than any path', 'x'.repeat(11_000)],
    ['is not percent-encoded', `%E0%A4${'x'.repeat(9000)}`],
  ])('does not come back whole when it is a path that %s', async (what, eventId) => {
    const engine = await startTestEngine(folder.path(`${what.replaceAll(' ', '-')}.hookloupe`));
    const response = await engine.fetch(`/api/v1/events/${eventId}`);
    const body = (await response.json()) as { code: string; message: string };
    expect([response.status, body.code]).toEqual([400, 'REQUEST_INVALID']);
    expect(body.message.length).toBeLessThan(200);
  });
});
