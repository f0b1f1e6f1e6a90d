import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { connectRaw } from '#test/support/raw-exchange.ts';
import { startRecordingReceiver } from '#test/support/recording-receiver.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';
import { startTestEngine, type TestEngine } from '#test/support/test-engine.ts';

const folder = useTempFolder();
const revealed = { query: { reveal: 'credentials' } } as const;

async function textOf(engine: TestEngine, path: string): Promise<string> {
  return (await engine.fetch(`/api/v1/${path}`)).text();
}

/** Everything that leaves the engine about what was captured, unless it is asked for on purpose. */
async function everythingTold(engine: TestEngine, deliveries: number): Promise<string> {
  const paths = ['deliveries', 'export', 'credentials', 'sender', 'status', 'facets', 'values?key=text'];
  for (let id = 1; id <= deliveries; id += 1) {
    paths.push(`deliveries/${id}`, `requests/${id}`, `requests/${id}/body`, `requests/${id}/body?view=decoded`);
    paths.push(`requests/${id}/body?view=decoded&limit=1000`);
  }
  const body = JSON.stringify({ a: 1, b: deliveries });
  const headers = { 'content-type': 'application/json' };
  const diff = await (await engine.fetch('/api/v1/diff', { method: 'POST', body, headers })).text();
  const told = await Promise.all(paths.map((path) => textOf(engine, path)));
  // Bodies leave an export in base64 where they are no envelopes.
  const exported = [...(told[1] ?? '').matchAll(/"bodyBase64":"([^"]*)"/g)].map(([, bytes = '']) =>
    Buffer.from(bytes, 'base64'),
  );
  return [...told, ...exported, diff].join('\n');
}

describe('credentials in headers', () => {
  it('are masked unless they are asked for, and filters still find them', async () => {
    const engine = await startTestEngine(folder.path('headers.hookloupe'), { auth: 'basic:platform:s3cret' });
    const authorization = `basic ${Buffer.from('platform:s3cret').toString('base64')}`;
    const rest = { 'proxy-authorization': 'Basic eDpzM2NyZXQ=', cookie: 'session=s3cret' };
    expect((await engine.post('{"event_id":"e"}', { authorization, ...rest })).status).toBe(200);
    await engine.listed(1);
    const params = { id: 1 };
    const { rawHeaders } = await engine.call('requests.read', { params });
    const shown = Object.fromEntries(rawHeaders.map(([name, value]) => [name.toLowerCase(), value]));
    expect(shown).toMatchObject({
      authorization: 'basic ••••••••',
      'proxy-authorization': 'Basic ••••••••',
      cookie: '•••••••• (14 characters)',
      'content-type': 'application/json',
    });
    expect((await engine.call('deliveries.read', { params })).request.rawHeaders).toEqual(rawHeaders);
    const told = await everythingTold(engine, 1);
    for (const secret of ['s3cret', 'czNjcmV0', authorization.slice('basic '.length), 'eDpzM2NyZXQ=']) {
      expect(told).not.toContain(secret);
    }

    const record = await engine.call('requests.read', { params, ...revealed });
    expect(record.rawHeaders.map(([, value]) => value)).toEqual(
      expect.arrayContaining([authorization, rest.cookie, rest['proxy-authorization']]),
    );
    expect((await engine.call('deliveries.read', { params, ...revealed })).request).toEqual(record);
    const filter = `header.authorization:"${authorization}"`;
    expect((await engine.call('deliveries.list', { query: { filter } })).total).toBe(1);
  });
});

describe('credentials in bytes that are no HTTP', () => {
  it('are masked in the body and the export, and are there when they are asked for', async () => {
    const engine = await startTestEngine(folder.path('malformed.hookloupe'));
    const connection = await connectRaw(Number(new URL(engine.receiverUrl).port));
    const bytes = 'PO ST / HTTP/1.1\r\nHost: x\r\nAuthorization: basic czNjcmV0\r\nApiKey: s3cret\r\n\r\n';
    connection.write(bytes);
    await connection.closed();
    await engine.listed(1);
    const told = await everythingTold(engine, 1);
    expect(told).toContain('Authorization: ********');
    for (const secret of ['s3cret', 'czNjcmV0']) expect(told).not.toContain(secret);
    expect(await textOf(engine, 'requests/1/body?reveal=credentials')).toBe(bytes);
  });
});

describe('a credential that arrived in two packets of a head that is no HTTP', () => {
  it('is masked to its end', async () => {
    const engine = await startTestEngine(folder.path('split.hookloupe'));
    const connection = await connectRaw(Number(new URL(engine.receiverUrl).port));
    connection.socket.setNoDelay(true);
    connection.write('POST / HTTP/1.1\r\nExpect: x\r\nApiKey: s3c');
    // The receiver has to have read the first packet; what it told nobody yet cannot be waited for but by asking it something else.
    await engine.post('{"event_id":"e"}');
    const rest = 's3cret\r\nBad name\0: x\r\n\r\n';
    connection.write(rest);
    await connection.closed();
    await engine.listed(2);
    expect(await everythingTold(engine, 2)).not.toContain('s3cret');
    expect(await textOf(engine, 'requests/2/body')).toBe('********\r\nBad name\0: x\r\n\r\n');
    expect(await textOf(engine, 'requests/2/body?reveal=credentials')).toBe(rest);
  });
});

describe('the secret of a token request', () => {
  const form = 'grant_type=client_credentials&client_id=platform&client_secret=s3cr3t-9';
  const json = '{"event_id":"e","client_id":"platform","client_secret":"s3cr3t-9"}';

  async function startWithTokenRequests(name: string): Promise<TestEngine> {
    const engine = await startTestEngine(folder.path(name), { auth: 'oauth:platform:s3cr3t-9' });
    const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(new URL('oauth/token', engine.receiverUrl), { method: 'POST', body, headers });
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await post(form, type)).status).toBe(200);
    await post(json, { 'content-type': 'application/json' });
    await post(gzipSync(form), { ...type, 'content-encoding': 'gzip' });
    await post(gzipSync(form).subarray(0, -4), { ...type, 'content-encoding': 'gzip' });
    await engine.listed(4);
    return engine;
  }

  it('is nowhere in what the engine tells, unless it is asked for', async () => {
    const engine = await startWithTokenRequests('token.hookloupe');
    const told = await everythingTold(engine, 4);
    expect(told).not.toContain('s3cr3t-9');
    expect(told).toContain('client_id=platform');
    expect(await textOf(engine, 'requests/1/body')).toBe(form.replace('s3cr3t-9', '••••••••'));
    expect(await textOf(engine, 'requests/3/body?view=decoded')).toBe(form.replace('s3cr3t-9', '••••••••'));
    expect(await textOf(engine, 'requests/3/body')).toMatch(/^•••••••• \(\d+ bytes\)$/);

    expect(await textOf(engine, 'requests/1/body?reveal=credentials')).toBe(form);
    expect(await textOf(engine, 'requests/3/body?view=decoded&reveal=credentials')).toBe(form);
    const detail = await engine.call('deliveries.read', { params: { id: 2 }, ...revealed });
    expect(detail).toMatchObject({ unparsed: true, problems: ['token_request'], envelopeText: null });
    expect(await textOf(engine, 'requests/2/body?reveal=credentials')).toBe(json);
  });

  it('is found by a filter, and never replayed', async () => {
    const engine = await startWithTokenRequests('replay.hookloupe');
    const found = await engine.call('deliveries.list', { query: { filter: 'text:s3cr3t-9' } });
    expect(found.total).toBeGreaterThanOrEqual(2);
    const target = await startRecordingReceiver();
    const ask = async (body: unknown): Promise<unknown> => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
      const response = await engine.fetch('/api/v1/replays', { ...init, body: JSON.stringify(body) });
      return ((await response.json()) as { code: unknown }).code;
    };
    const to = { target: { url: target.url } };
    expect(await ask({ filter: '', ...to })).toBe('REPLAY_EMPTY');
    expect(await ask({ deliveryIds: [1, 2], ...to })).toBe('REPLAY_EMPTY');
    await target.close();
    expect(target.requests).toEqual([]);
  });

  it('is masked just so, and not replayed, where it missed the endpoint', async () => {
    const engine = await startTestEngine(folder.path('missed.hookloupe'));
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const send = async (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
      (await fetch(new URL(path, engine.receiverUrl), { method: 'PUT', body, headers })).status;
    await send('oauth/token/', form, type);
    await send('elsewhere', form, {});
    await send('oauth/token', gzipSync(form), { ...type, 'content-encoding': 'gzip' });
    await send('oauth/token', gzipSync(form).subarray(0, -4), { ...type, 'content-encoding': 'gzip' });
    await send('?client_secret=s3cr3t-9&a=1', '{"event_id":"e"}', type);
    await engine.listed(5);
    const told = await everythingTold(engine, 5);
    expect(told).not.toContain('s3cr3t-9');
    expect((await engine.call('requests.read', { params: { id: 5 } })).target).toBe('/?client_secret=••••••••&a=1');
    expect(await textOf(engine, 'requests/2/body')).toBe(form.replace('s3cr3t-9', '••••••••'));
    for (const id of [3, 4]) expect(await textOf(engine, `requests/${id}/body`)).toMatch(/^•••••••• \(\d+ bytes\)$/);
    expect(await textOf(engine, 'requests/1/body?reveal=credentials')).toBe(form);
    const revealedTarget = (await engine.call('requests.read', { params: { id: 5 }, ...revealed })).target;
    expect(revealedTarget).toBe('/?client_secret=s3cr3t-9&a=1');

    const target = await startRecordingReceiver();
    const body = JSON.stringify({ deliveryIds: [1, 2, 3], target: { url: target.url } });
    const headers = { 'content-type': 'application/json' };
    const refusal = await engine.fetch('/api/v1/replays', { method: 'POST', headers, body });
    expect(await refusal.json()).toMatchObject({ code: 'REPLAY_EMPTY' });
    await target.close();
  });

  it('is no credential of the sender', async () => {
    const engine = await startWithTokenRequests('client.hookloupe');
    const authorization = `Basic ${Buffer.from('platform:s3cr3t-9').toString('base64')}`;
    const body = 'grant_type=client_credentials';
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    const issued = await fetch(new URL('oauth/token', engine.receiverUrl), { method: 'POST', body, headers });
    const { access_token: token } = (await issued.json()) as { access_token: string };
    expect((await engine.post('{}', { authorization: token })).status).toBe(200);
    await engine.listed(6);
    const { items } = await engine.call('credentials.list');
    expect(items).toMatchObject([{ scheme: 'bearer', subject: 'platform', verdicts: { ok: 1 } }]);
    expect(await textOf(engine, 'requests/5')).not.toContain(authorization);
  });
});
