import { writeFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectRaw } from '#test/support/raw-exchange.ts';
import { createSigner, startJwksServer } from '#test/support/jwks-server.ts';
import { startReceiver } from '#test/support/receiver-under-test.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';
import { startTestEngine, type TestEngine } from '#test/support/test-engine.ts';

const folder = useTempFolder();

async function judged(engine: TestEngine): Promise<unknown[]> {
  const { requests } = (await engine.call('status.read')).store;
  const ids = Array.from({ length: requests }, (_, i) => i + 1);
  const records = await Promise.all(ids.map((id) => engine.call('requests.read', { params: { id } })));
  return records.map(({ auth, answer }) => [auth.verdict, auth.reason, answer.status]);
}

describe('tokens that somebody else signs', () => {
  it('are judged by signature, time and claims, each request with its reason', async () => {
    const [signer, stranger] = [await createSigner('k1'), await createSigner('k1')];
    const { url } = await startJwksServer(signer);
    const engine = await startTestEngine(folder.path('judged.hookloupe'), {
      auth: `jwks:${url}`,
      authSettings: { audience: 'hooks', issuer: 'https://issuer.test' },
    });
    const claims = { aud: 'hooks', iss: 'https://issuer.test' };
    const tokens = [
      await signer.sign(claims),
      `Bearer ${await signer.sign(claims)}`,
      await signer.sign({ ...claims, exp: Date.UTC(2026, 0, 1) / 1000 }),
      await signer.sign({ ...claims, aud: 'others' }),
      await stranger.sign(claims),
      'opaque',
    ];
    for (const authorization of tokens) await engine.post('{}', { authorization });
    await engine.post('{}');
    expect(await judged(engine)).toEqual([
      ['ok', null, 200],
      ['ok', null, 200],
      ['expired', 'the token has been expired since 2026-01-01T00:00:00.000Z', 401],
      ['wrong', 'the token’s claim aud is not the wanted one', 401],
      ['wrong', 'the signature does not fit the key', 401],
      ['wrong', 'the token is not a JWT', 401],
      ['missing', 'there is no Authorization header', 401],
    ]);
  });

  it('are accepted with a new key as soon as its issuer serves it', async () => {
    const [before, after] = [await createSigner('k1'), await createSigner('k2')];
    const jwks = await startJwksServer(before);
    const engine = await startTestEngine(folder.path('rotation.hookloupe'), { auth: `jwks:${jwks.url}` });
    expect((await engine.post('{}', { authorization: await before.sign() })).status).toBe(200);
    jwks.keys = [before.jwk, after.jwk];
    expect((await engine.post('{}', { authorization: await after.sign() })).status).toBe(200);
    expect((await engine.post('{}', { authorization: await before.sign() })).status).toBe(200);
    expect(jwks.asked()).toBe(2);
  });

  it('are unchecked while the keys cannot be had, and the status says so', async () => {
    const signer = await createSigner('k1');
    const engine = await startTestEngine(folder.path('gone.hookloupe'));
    await engine.call('sender.write', { body: { auth: { spec: 'jwks:http://127.0.0.1:9/keys', mode: 'shadow' } } });
    expect((await engine.post('{}', { authorization: await signer.sign() })).status).toBe(200);
    const { message } = (await engine.call('status.read')).receiver.auth;
    expect(message).toContain('the keys cannot be had from http://127.0.0.1:9/keys');
    expect((await engine.call('sender.read')).auth.message).toBe(message);
    expect(await judged(engine)).toEqual([['unchecked', message, 200]]);
  });

  it('are checked with keys of a file as well', async () => {
    const signer = await createSigner('k1');
    const file = folder.path('keys.json');
    await writeFile(file, JSON.stringify({ keys: [signer.jwk] }));
    const engine = await startTestEngine(folder.path('file.hookloupe'), { auth: `jwks:file:${file}` });
    expect((await engine.post('{}', { authorization: await signer.sign() })).status).toBe(200);
    const wrong = startTestEngine(folder.path('nofile.hookloupe'), { auth: `jwks:file:${file}.gone` });
    await expect(wrong).rejects.toMatchObject({ code: 'USAGE_INVALID', message: expect.stringContaining('.gone') });
  });

  it('cannot be made for our own test events, which say so', async () => {
    const { url } = await startJwksServer();
    const engine = await startTestEngine(folder.path('simulated.hookloupe'), { auth: `jwks:${url}` });
    const sent = await engine.call('simulations.create', { body: { kind: 'message.delivered', count: 1 } });
    expect(sent).toMatchObject({ byStatus: { 401: 1 }, note: expect.stringContaining('without credentials') });
  });
});

describe('a request whose keys are being fetched', () => {
  it('holds up what comes after it on its connection, and nothing else', async () => {
    const signer = await createSigner('k1');
    const jwks = await startJwksServer(signer);
    const fetched = Promise.withResolvers<void>();
    jwks.gate = fetched.promise;
    const { receiver, sink, arm, close } = await startReceiver({ auth: `jwks:${jwks.url}` });
    onTestFinished(close);
    arm({ action: 'respond', status: 503 }, { requests: 1 });

    const connection = await connectRaw(receiver.port);
    const head = (name: string, more = ''): string =>
      `POST /${name} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n${more}\r\n`;
    connection.write(head('first', `Authorization: ${await signer.sign()}\r\n`) + head('second') + head('third'));
    const other = await connectRaw(receiver.port);
    other.write(head('other'));
    expect((await other.answers(1)).statuses).toEqual([401]);

    fetched.resolve();
    expect((await connection.answers(3)).statuses).toEqual([503, 401, 401]);
    expect(sink.requests.map(({ target }) => target)).toEqual(['/other', '/first', '/second', '/third']);
    connection.socket.destroy();
    other.socket.destroy();
  });
});
