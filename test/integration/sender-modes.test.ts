import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { useTempFolder } from '#test/support/temp-folder.ts';
import { startTestEngine, type TestEngine } from '#test/support/test-engine.ts';

const folder = useTempFolder();
const key = { apikey: 'k-1' };

async function verdicts(engine: TestEngine): Promise<unknown[]> {
  const { requests } = (await engine.call('status.read')).store;
  await engine.listed(requests);
  const { items } = await engine.call('deliveries.list', { query: { limit: 1000 } });
  return items.map(({ auth, answer }) => [auth, answer.status, answer.decidedBy]);
}

describe('what is required of the sender', () => {
  it('changes the answer when it is enforced, and only the verdict in shadow mode', async () => {
    const engine = await startTestEngine(folder.path('modes.hookloupe'), { auth: 'apikey:k-1' });
    await engine.post('{}');
    await engine.call('sender.write', { body: { auth: { mode: 'shadow' } } });
    await engine.post('{}');
    await engine.post('{}', { apikey: 'k-2' });
    await engine.post('{}', key);
    expect(await verdicts(engine)).toEqual([
      ['missing', 401, 'authentication'],
      ['missing', 200, 'default'],
      ['wrong', 200, 'default'],
      ['ok', 200, 'default'],
    ]);
    const shadowed = await engine.call('requests.read', { params: { id: 3 } });
    expect(shadowed.auth).toMatchObject({ verdict: 'wrong', enforced: false, reason: 'the API key differs' });
    expect((await engine.call('status.read')).receiver.auth).toEqual({ type: 'apikey', mode: 'shadow', message: null });
  });

  it('is changed in parts, and not at all by a change that cannot be read', async () => {
    const engine = await startTestEngine(folder.path('parts.hookloupe'), { auth: 'basic:ada:s3cret' });
    await engine.call('sender.write', { body: { allowList: { mode: 'shadow', addresses: ['10.0.0.0/8'] } } });
    const before = await engine.call('sender.read');
    expect(before).toMatchObject({
      auth: { type: 'basic', mode: 'enforce', name: 'ada' },
      allowList: { mode: 'shadow', addresses: ['10.0.0.0/8'] },
    });
    const wrong = [
      { auth: { spec: 'basic:ada' }, allowList: { mode: 'off', addresses: [] } },
      { auth: { mode: 'shadow' }, allowList: { mode: 'off', addresses: ['nowhere'] } },
      { auth: { audience: 'hooks' } },
      { auth: { spec: 'apikey:env:NOT_SET_ANYWHERE' } },
    ];
    for (const body of wrong) {
      const answer = await engine.fetch('/api/v1/sender', {
        method: 'PUT',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status).toBe(400);
      expect(await engine.call('sender.read')).toEqual(before);
    }
  });

  it('is remembered on request, readable by its owner alone, until a start says otherwise', async () => {
    const settingsFolder = folder.path('remembered');
    const options = { auth: null, settingsFolder };
    const first = await startTestEngine(folder.path('remember.hookloupe'), options);
    await first.call('sender.write', { body: { auth: { spec: 'apikey:k-1', mode: 'shadow' }, remember: true } });
    expect(JSON.stringify(await first.call('sender.read'))).not.toContain('k-1');
    await first.close();
    const file = path.join(settingsFolder, 'settings.json');
    expect(await readFile(file, 'utf8')).toContain('apikey:k-1');
    expect((await stat(file)).mode & 0o077).toBe(0);

    const second = await startTestEngine(folder.path('remember.hookloupe'), options);
    expect((await second.call('sender.read')).auth).toMatchObject({ type: 'apikey', mode: 'shadow' });
    await second.call('sender.write', { body: { auth: { mode: 'enforce' } } });
    expect((await second.post('{}')).status).toBe(401);
    await second.close();

    const third = await startTestEngine(folder.path('remember.hookloupe'), { ...options, auth: 'none' });
    expect((await third.call('sender.read')).auth.type).toBe('none');
  });

  it('is remembered in the parts that were named, and in no others', async () => {
    const settingsFolder = folder.path('named');
    const options = { auth: 'apikey:k-flag', settingsFolder };
    const first = await startTestEngine(folder.path('named.hookloupe'), options);
    const allowList = { mode: 'shadow', addresses: ['10.0.0.0/8'] } as const;
    await first.call('sender.write', {
      body: { allowList: { ...allowList, addresses: ['10.0.0.0/8'] }, remember: true },
    });
    await first.close();
    expect(await readFile(path.join(settingsFolder, 'settings.json'), 'utf8')).not.toContain('k-flag');
    const second = await startTestEngine(folder.path('named.hookloupe'), { ...options, auth: null });
    expect(await second.call('sender.read')).toMatchObject({ auth: { type: 'none' }, allowList });
  });

  it('leaves nothing of what was remembered beside another spec', async () => {
    const options = { auth: null, settingsFolder: folder.path('other') };
    const first = await startTestEngine(folder.path('other.hookloupe'), options);
    await first.call('sender.write', { body: { auth: { spec: 'apikey:k-1', mode: 'shadow' }, remember: true } });
    await first.close();
    const second = await startTestEngine(folder.path('other.hookloupe'), { ...options, auth: 'bearer:t' });
    expect((await second.call('sender.read')).auth).toMatchObject({ type: 'bearer', mode: 'enforce' });
  });

  it('does not keep Hookloupe from starting where its secret is gone, and says so until it is set again', async () => {
    const options = { auth: null, settingsFolder: folder.path('gone') };
    const secret = folder.path('secret.txt');
    await writeFile(secret, 'k-1');
    const first = await startTestEngine(folder.path('gone.hookloupe'), options);
    const addresses = [{ address: '192.0.2.1', environment: 'staging' as const }];
    await first.call('sender.write', { body: { auth: { spec: `apikey:file:${secret}` }, addresses, remember: true } });
    expect((await first.post('{}', key)).status).toBe(200);
    await first.close();
    await rm(secret);

    const second = await startTestEngine(folder.path('gone.hookloupe'), options);
    const message = expect.stringMatching(
      /^What was remembered of the sender is not required: .*secret\.txt cannot be read/,
    );
    expect((await second.call('status.read')).receiver.auth).toEqual({ type: 'none', mode: 'enforce', message });
    expect((await second.call('sender.read')).addresses).toEqual(addresses);
    const { auth } = await second.call('sender.write', { body: { auth: { spec: 'apikey:k-1' } } });
    expect(auth).toMatchObject({ type: 'apikey', message: null });
  });

  it('is met by our own test events, whatever it is', async () => {
    const engine = await startTestEngine(folder.path('own.hookloupe'));
    for (const spec of ['basic:ada:p:w', 'apikey:ключ', 'bearer:tökén', 'oauth:client:secret']) {
      await engine.call('sender.write', { body: { auth: { spec } } });
      const { byStatus } = await engine.call('simulations.create', { body: { kind: 'message.delivered', count: 2 } });
      expect(byStatus, spec).toEqual({ '200': 2 });
    }
  });

  it('says why keys cannot be had, and answers 401 meanwhile', async () => {
    const engine = await startTestEngine(folder.path('keys.hookloupe'), { auth: 'jwks:http://127.0.0.1:1/jwks' });
    expect((await engine.post('{}', { authorization: 'Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln' })).status).toBe(401);
    const { auth } = await engine.call('sender.read');
    expect(auth).toMatchObject({ type: 'jwks', name: 'http://127.0.0.1:1/jwks' });
    expect(await verdicts(engine)).toMatchObject([['unchecked', 401, 'authentication']]);
  });
});
