import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTokenSource } from '#engine/simulator/token-source.ts';
import { createSender } from '#engine/simulator/sender.ts';
import { headerValues } from '#shared/http/header-pair.ts';
import type { CallOutput } from '#shared/protocol/contract.ts';
import { runHookloupe, startHookloupe, startServeProcess } from '#test/support/hookloupe-process.ts';
import { startReceiver } from '#test/support/receiver-under-test.ts';
import { startRecordingReceiver } from '#test/support/recording-receiver.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';
import { createCalls, startTestEngine, type TestEngine } from '#test/support/test-engine.ts';

const auth = 'oauth:my-client:s3cret+%:x';
const formType = { 'content-type': 'application/x-www-form-urlencoded' };
const grant = 'grant_type=client_credentials';
const basicOf = (client: string) => ({ authorization: `Basic ${Buffer.from(client).toString('base64')}` });

const folder = useTempFolder();

const askToken = (engine: TestEngine, body: string, headers: Record<string, string>): Promise<Response> =>
  fetch(new URL('/oauth/token', engine.receiverUrl), { method: 'POST', body, headers });

async function getToken(engine: TestEngine): Promise<string> {
  const answer = await askToken(engine, grant, { ...formType, ...basicOf('my-client:s3cret+%:x') });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return token;
}

async function lastRow(engine: TestEngine): Promise<CallOutput<'deliveries.list'>['items'][number]> {
  const page = await engine.call('deliveries.list', { query: { dir: 'desc', limit: 1 } });
  return page.items[0]!;
}

describe('the token endpoint', () => {
  it('issues a token to its client, as RFC 6749 wants it', async () => {
    const engine = await startTestEngine(folder.path('issue.hookloupe'), { auth });
    const answer = await askToken(engine, grant, { ...formType, ...basicOf('my-client:s3cret+%:x') });
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('pragma')]).toEqual([
      200,
      'no-store',
      'no-cache',
    ]);
    expect(await answer.json()).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'Bearer',
      expires_in: 3600,
    });
    const encoded = await askToken(engine, grant, { ...formType, ...basicOf('my-client:s3cret%2B%25%3Ax') });
    expect(encoded.status).toBe(200);
    const inBody = `${grant}&client_id=my-client&client_secret=${encodeURIComponent('s3cret+%:x')}&scope=events`;
    expect((await askToken(engine, inBody, formType)).status).toBe(200);
  });

  it('refuses by the codes of the RFC, stores every request, and lists it without its secret', async () => {
    const engine = await startTestEngine(folder.path('refuse.hookloupe'), { auth });
    const known = { ...formType, ...basicOf('my-client:s3cret+%:x') };
    const refused = [
      [grant, { ...formType, ...basicOf('my-client:nope') }, 401, 'invalid_client'],
      [grant, formType, 401, 'invalid_client'],
      ['grant_type=password', known, 400, 'unsupported_grant_type'],
      ['a=b', known, 400, 'invalid_request'],
    ] as const;
    for (const [body, headers, status, error] of refused) {
      const answer = await askToken(engine, body, headers);
      expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([status, error]);
      expect(answer.headers.has('www-authenticate')).toBe(status === 401);
    }
    await engine.listed(refused.length);
    const { items } = await engine.call('deliveries.list', { query: { dir: 'asc' } });
    expect(items.map(({ answer, auth: verdict }) => [verdict, answer.status, answer.decidedBy, answer.detail])).toEqual(
      [
        ['wrong', 401, 'token-endpoint', 'refused: invalid_client'],
        ['missing', 401, 'token-endpoint', 'refused: invalid_client'],
        ['none', 400, 'token-endpoint', 'refused: unsupported_grant_type'],
        ['none', 400, 'token-endpoint', 'refused: invalid_request'],
      ],
    );
    expect(items.map(({ problems }) => problems)).toEqual(items.map(() => ['token_request']));
    const { tokenRequests } = await engine.call('sender.read');
    expect(tokenRequests.map(({ outcome }) => outcome)).toEqual(refused.map(([, , , error]) => error).toReversed());
  });

  it('gives no token for a request that could not be stored', async () => {
    const { receiver, sink, gate, close } = await startReceiver({ auth });
    onTestFinished(close);
    sink.failing = true;
    const headers = { ...formType, ...basicOf('my-client:s3cret+%:x') };
    const answer = await fetch(new URL('/oauth/token', receiver.url), { method: 'POST', body: grant, headers });
    expect([answer.status, await answer.text()]).toEqual([500, '']);
    expect(gate.tokenRequests()).toEqual([]);
  });

  it('is there with this type of authentication only, and for POST only', async () => {
    const other = await startTestEngine(folder.path('other.hookloupe'));
    expect((await askToken(other, grant, formType)).status).toBe(200);
    const engine = await startTestEngine(folder.path('get.hookloupe'), { auth });
    expect((await fetch(new URL('/oauth/token', engine.receiverUrl))).status).toBe(401);
  });

  it('is not touched by an armed answer and uses none of it up', async () => {
    const engine = await startTestEngine(folder.path('armed.hookloupe'), { auth });
    await engine.call('answer.write', {
      body: { override: { action: 'respond', status: 500 }, limit: { requests: 1 } },
    });
    const token = await getToken(engine);
    expect((await engine.post('{}', { authorization: token })).status).toBe(500);
    expect((await engine.post('{}', { authorization: token })).status).toBe(200);
  });

  it('never shows a secret or a token in an answer of the API', async () => {
    const engine = await startTestEngine(folder.path('secrets.hookloupe'), { auth });
    const token = await getToken(engine);
    await askToken(engine, `${grant}&client_id=my-client&client_secret=s3cret%2B%25%3Ax`, formType);
    await engine.post('{"event_id":"e"}', { authorization: `Bearer ${token}` });
    await engine.listed(3);
    const paths = ['/status', '/sender', '/credentials', '/deliveries', '/export'];
    for (const id of [1, 2, 3]) paths.push(`/requests/${id}`, `/requests/${id}/body`, `/deliveries/${id}`);
    for (const path of paths) {
      const text = await (await engine.fetch(`/api/v1${path}`)).text();
      expect(text, path).not.toMatch(/s3cret/);
      expect(text, path).not.toContain(token);
    }
  });
});

describe('a token that was issued', () => {
  it('is ok with and without its scheme, wrong when it was changed, and outlives a restart', async () => {
    const file = folder.path('restart.hookloupe');
    const before = await startTestEngine(file, { auth });
    const token = await getToken(before);
    expect((await before.post('{}', { authorization: token })).status).toBe(200);
    expect((await before.post('{}', { authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await before.post('{}', { authorization: `bearer ${token}x` })).status).toBe(401);
    await before.close();
    const after = await startTestEngine(file, { auth });
    expect((await after.post('{}', { authorization: token })).status).toBe(200);
    await after.close();
    const changed = await startTestEngine(file, { auth: 'oauth:my-client:another' });
    expect((await changed.post('{}', { authorization: token })).status).toBe(401);
  });

  it('expires, and the request says since when', async () => {
    const engine = await startTestEngine(folder.path('expire.hookloupe'), {
      auth,
      authSettings: { tokenLifetimeSeconds: 1 },
    });
    const token = await getToken(engine);
    while ((await engine.post('{}', { authorization: token })).status === 200) await sleep(100);
    const { requests } = (await engine.call('status.read')).store;
    await engine.listed(requests);
    expect((await lastRow(engine)).auth).toBe('expired');
    const { auth: judged } = await engine.call('requests.read', { params: { id: requests } });
    expect(judged.reason).toMatch(/expired since 2\d{3}-/);
  });
});

describe('a sender that fetches tokens', () => {
  it('uses one for many calls, and gets another when it is refused', async () => {
    const engine = await startTestEngine(folder.path('sender.hookloupe'), { auth });
    const tokenUrl = new URL('/oauth/token', engine.receiverUrl).href;
    const tokens = createTokenSource({ tokenUrl, clientId: 'my-client', clientSecret: 's3cret+%:x' });
    onTestFinished(() => tokens.close());
    const sender = createSender({ targetUrl: engine.receiverUrl, tokens, concurrency: 4, retryDelaysMs: [] });
    onTestFinished(() => sender.close());
    const calls = (name: string) =>
      Array.from({ length: 8 }, (_, i) => [
        { body: `{"event_id":"${name}${i}"}`, events: [{ eventId: `${name}${i}`, eventName: 'message.delivered' }] },
      ]);
    expect((await sender.run(calls('a'))).byOutcome).toEqual({ '200': 8 });
    expect((await engine.call('sender.read')).tokenRequests).toHaveLength(1);

    // Another secret makes every token wrong: the source is told by a 401, and is refused a new one.
    await engine.call('sender.write', { body: { auth: { spec: 'oauth:my-client:changed' } } });
    await expect(sender.run(calls('b'))).rejects.toThrow(/gives no token \(401, invalid_client\)/);
    await engine.call('sender.write', { body: { auth: { spec: auth } } });
    expect((await sender.run(calls('c'))).byOutcome).toEqual({ '200': 8 });
  });

  it('gets a new one where the one it has is revoked, and repeats the call once', async () => {
    const answers = [200, 401, 200, 401, 401];
    const tokens = ['one', 'two', 'three', 'four'];
    const stranger = await startRecordingReceiver(({ target }, response) => {
      const isToken = target === '/token';
      response.writeHead(isToken ? 200 : (answers.shift() ?? 500));
      response.end(isToken ? JSON.stringify({ access_token: tokens.shift(), token_type: 'bearer' }) : '');
    });
    onTestFinished(() => stranger.close());
    const source = createTokenSource({ tokenUrl: `${stranger.url}token`, clientId: 'a b', clientSecret: 'c%:d' });
    onTestFinished(() => source.close());
    const sender = createSender({ targetUrl: stranger.url, tokens: source, retryDelaysMs: [] });
    onTestFinished(() => sender.close());
    const call = { body: '{}', events: [{ eventId: 'e', eventName: 'message.delivered' }] };
    expect((await sender.run([[call], [call], [call]])).byOutcome).toEqual({ '200': 2, '401': 1 });

    const sent = stranger.requests.map(({ target, headers }) => [target, headerValues(headers, 'authorization')[0]]);
    const proof = `Basic ${Buffer.from('a+b:c%25%3Ad').toString('base64')}`;
    expect(sent).toEqual([
      ['/token', proof],
      ['/', 'Bearer one'],
      ['/', 'Bearer one'],
      ['/token', proof],
      ['/', 'Bearer two'],
      ['/', 'Bearer two'],
      ['/token', proof],
      ['/', 'Bearer three'],
    ]);
  });
});

describe('hookloupe send --auth oauth:…', () => {
  it('fetches a token where it sends to, and both count as our own traffic', async () => {
    const home = folder.path('home');
    const user = { HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, LOCALAPPDATA: home, APPDATA: home };
    const flags = ['--port', '0', '--ui-port', '0', '--capture', folder.path('send.hookloupe')];
    const serve = await startServeProcess([...flags, '--auth', auth, '--auth-token-lifetime', '60'], user);
    onTestFinished(async () => void (await serve.end('SIGKILL')));
    const child = startHookloupe(
      ['send', '--to', serve.ready.receiverUrl, '--auth', auth, '--kind', 'message.delivered', '--count', '3'],
      user,
    );
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([code, err]).toEqual([0, '']);

    const engine = createCalls(serve.ready);
    await engine.listed(4);
    const { items } = await engine.call('deliveries.list', { query: { dir: 'asc' } });
    expect(items.map(({ origin, auth: verdict, answer }) => [origin, verdict, answer.decidedBy])).toEqual([
      ['simulator', 'ok', 'token-endpoint'],
      ...Array.from({ length: 3 }, () => ['simulator', 'ok', 'default']),
    ]);
    const { tokenRequests } = await engine.call('sender.read');
    expect(tokenRequests).toMatchObject([{ clientId: 'my-client', clientAuthentication: 'basic', outcome: 'issued' }]);
  });

  it.each([
    [['--auth', 'jwks:https://keys.test/'], /^--auth: jwks checks tokens and cannot make them\. .*bearer:TOKEN\.\n$/],
    [['--auth', 'bearer:s3cret', '--token-url', 'http://127.0.0.1:9/'], /^--token-url: .*--auth oauth:.*\n$/],
  ])('refuses %s in one line', async (flags, line) => {
    const { code, err } = await runHookloupe('send', '--to', 'http://127.0.0.1:9/', ...flags);
    expect(code).toBe(2);
    expect(err.split('\n').slice(-2).join('\n')).toMatch(line);
    expect(err).not.toContain('s3cret');
  });

  it('ends with 1 and one line where no token can be had', async () => {
    const stranger = await startRecordingReceiver((_request, response) =>
      response.writeHead(403).end('{"error":"no\u001b"}'),
    );
    onTestFinished(() => stranger.close());
    const flags = ['--auth', 'oauth:id:s3cret', '--token-url', `${stranger.url}token`, '--kind', 'message.delivered'];
    const { code, err } = await runHookloupe('send', '--to', stranger.url, ...flags);
    expect(code).toBe(1);
    expect(err).toContain(`${stranger.url}token gives no token (403). Check the client's credentials`);
    expect(err).not.toContain('s3cret');
    expect(stranger.requests.map(({ target }) => target)).toEqual(['/token']);
  });
});
