import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished, describe, expect, it } from 'vitest';
import { startRecordingReceiver } from '#test/support/recording-receiver.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';
import { createCalls, startTestEngine, type TestEngine } from '#test/support/test-engine.ts';
import { startHookloupe, startServeProcess, type EndedCommand } from '#test/support/hookloupe-process.ts';
import { headerValues } from '#shared/http/header-pair.ts';
import type { RequestRecord } from '#shared/protocol/delivery.ts';
import type { AllowList } from '#shared/protocol/sender.ts';

const folder = useTempFolder();
const envelope = (id: string): string => JSON.stringify({ event_id: id, event_name: 'a.b', payload: {} });
const known = { production: '52.73.72.6', staging: '50.112.172.205' };
const stranger = '203.0.113.9';

/** Posts as if the request had come through the tunnel from this address. */
async function postFrom(engine: TestEngine, address: string, headers: Record<string, string> = {}): Promise<number> {
  return (await engine.post(envelope('e'), { 'x-forwarded-for': `9.9.9.9, ${address}`, ...headers })).status;
}

async function requestOf(engine: Pick<TestEngine, 'call' | 'listed'>, id: number): Promise<RequestRecord> {
  await engine.listed(id);
  return engine.call('requests.read', { params: { id } });
}

/** An engine with this allow-list, set at run time. */
async function startWith(name: string, mode: AllowList['mode'], addresses: string[] = []): Promise<TestEngine> {
  const engine = await startTestEngine(folder.path(name));
  await engine.call('sender.write', { body: { allowList: { mode, addresses } } });
  return engine;
}

describe('the environment of a request', () => {
  it('goes by the addresses of the specification, and by others from the moment they are set', async () => {
    const engine = await startTestEngine(folder.path('environment.hookloupe'));
    expect((await engine.call('status.read')).receiver.lastProductionAt).toBeNull();
    for (const address of [known.staging, stranger, known.production]) await postFrom(engine, address);
    await engine.call('sender.write', {
      body: { addresses: [{ address: '203.0.113.0/24', environment: 'production' }] },
    });
    for (const address of [known.production, stranger]) await postFrom(engine, address);
    await engine.listed(5);
    const { items } = await engine.call('deliveries.list');
    expect(items.map(({ environment }) => environment)).toEqual([
      'staging',
      'other',
      'production',
      'other',
      'production',
    ]);
    const { lastProductionAt } = (await engine.call('status.read')).receiver;
    expect(lastProductionAt).toBe(items[4]?.receivedAt);
    expect((await engine.call('sender.read')).addresses).toEqual([
      { address: '203.0.113.0/24', environment: 'production' },
    ]);
  });

  it('can be configured at the start', async () => {
    const knownAddresses = [{ address: '2001:db8::/32', environment: 'staging' as const }];
    const engine = await startTestEngine(folder.path('configured.hookloupe'), { knownAddresses });
    await postFrom(engine, '[2001:db8::5]:4711');
    expect(await requestOf(engine, 1)).toMatchObject({ sourceAddress: '2001:db8::5', environment: 'staging' });
  });

  it('stays as it is when an address is none, which is told in one line', async () => {
    const engine = await startTestEngine(folder.path('invalid.hookloupe'));
    const before = await engine.call('sender.read');
    const body = JSON.stringify({ addresses: [{ address: '300.0.0.1', environment: 'staging' }] });
    const headers = { 'content-type': 'application/json' };
    const response = await engine.fetch('/api/v1/sender', { method: 'PUT', body, headers });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { message: "'300.0.0.1' is no address. Give an IPv4 or IPv6 address, or a network such as 10.0.0.0/8." },
    ]);
    expect(await engine.call('sender.read')).toEqual(before);
  });
});

describe('the allow-list', () => {
  it('answers 401 to others where it is enforced, and stores them all the same', async () => {
    const engine = await startWith('enforce.hookloupe', 'enforce', ['198.51.100.0/24']);
    expect(await postFrom(engine, '198.51.100.7')).toBe(200);
    expect(await postFrom(engine, stranger)).toBe(401);
    expect(await postFrom(engine, known.production)).toBe(401);
    expect((await engine.post(envelope('direct'))).status).toBe(401);
    expect(await requestOf(engine, 2)).toMatchObject({
      allowed: false,
      sourceAddress: stranger,
      answer: { status: 401, decidedBy: 'allow-list' },
      auth: { verdict: 'none' },
    });
    expect(await requestOf(engine, 1)).toMatchObject({ allowed: true, answer: { status: 200, decidedBy: 'default' } });
    await engine.listed(4);
    const { items } = await engine.call('deliveries.list', { query: { filter: 'is:blocked' } });
    expect(items.map(({ id }) => id)).toEqual([2, 3, 4]);
    expect((await engine.call('status.read')).receiver.allowList).toEqual({ mode: 'enforce' });
  });

  it('only says so in shadow mode, and nothing without it', async () => {
    const engine = await startWith('shadow.hookloupe', 'shadow');
    expect(await postFrom(engine, stranger)).toBe(200);
    expect(await postFrom(engine, known.staging)).toBe(200);
    await engine.call('sender.write', { body: { allowList: { mode: 'off', addresses: [] } } });
    expect(await postFrom(engine, stranger)).toBe(200);
    const allowed = [];
    for (const id of [1, 2, 3]) allowed.push((await requestOf(engine, id)).allowed);
    expect(allowed).toEqual([false, true, null]);
  });

  it('lets our own traffic in', async () => {
    const engine = await startWith('own.hookloupe', 'enforce');
    const sent = await engine.call('simulations.create', { body: { scenario: 'all-kinds' } });
    expect(sent.byStatus).toEqual({ 200: 21 });
    expect(await requestOf(engine, 1)).toMatchObject({ origin: 'simulator', allowed: null });
  });

  it('comes from the command line, whose wrong values are named', async () => {
    const file = folder.path('flags.hookloupe');
    const { out, err, code } = await run(['serve', '--capture', file, '--allow', 'example.com']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^hookloupe serve: .*--allow.*example\.com.*Allowed: an IPv4 or IPv6 address.*\n$/);
    const serve = await startServeProcess(
      ['--port', '0', '--ui-port', '0', '--capture', file, '--allow', '198.51.100.7', '--allow', '198.51.100.8'],
      { HOOKLOUPE_KNOWN_ADDRESS: 'staging=198.51.100.0/24,production=2001:db8::/32' },
    );
    onTestFinished(async () => void (await serve.end('SIGKILL')));
    const sender = await createCalls(serve.ready).call('sender.read');
    expect(sender.allowList).toEqual({ mode: 'enforce', addresses: ['198.51.100.7', '198.51.100.8'] });
    expect(sender.addresses).toEqual([
      { address: '198.51.100.0/24', environment: 'staging' },
      { address: '2001:db8::/32', environment: 'production' },
    ]);
  });
});

describe('the mark of own traffic', () => {
  it('is not believed without the secret of this run, and stays in the evidence', async () => {
    const engine = await startTestEngine(folder.path('forged.hookloupe'));
    for (const mark of ['simulator', 'replay;guess', 'self-test;', 'platform']) {
      expect((await engine.post(envelope('e'), { 'hookloupe-origin': mark })).status).toBe(200);
    }
    await engine.listed(4);
    expect((await engine.call('facets.read')).origins).toEqual({ platform: 4 });
    expect((await requestOf(engine, 2)).rawHeaders).toContainEqual(['hookloupe-origin', 'replay;guess']);
  });

  it('of test events counts, without its secret in the capture', async () => {
    const engine = await startTestEngine(folder.path('simulated.hookloupe'));
    const secret = noted(`${engine.captureFile}-settings/running`);
    await engine.call('simulations.create', { body: { kind: 'message.delivered' } });
    const { origin, rawHeaders } = await requestOf(engine, 1);
    expect(origin).toBe('simulator');
    expect(rawHeaders).toContainEqual(['hookloupe-origin', 'simulator']);
    await engine.close();
    const files = readdirSync(folder.path('.')).filter((name) => name.startsWith('simulated.hookloupe'));
    const bytes = files
      .filter((name) => !name.endsWith('settings'))
      .map((name) => readFileSync(folder.path(name), 'latin1'));
    expect(bytes.join('')).toContain('hookloupe-origin');
    expect(bytes.join('')).not.toContain(secret);
  });

  it('of an earlier run is not believed, and its note goes with the engine', async () => {
    const file = folder.path('runs.hookloupe');
    const running = `${file}-settings/running`;
    const first = await startTestEngine(file);
    const secret = noted(running);
    expect((await first.post(envelope('now'), { 'hookloupe-origin': `simulator;${secret}` })).status).toBe(200);
    expect((await requestOf(first, 1)).origin).toBe('simulator');
    await first.close();
    expect(readdirSync(running)).toEqual([]);
    const second = await startTestEngine(file);
    await second.post(envelope('later'), { 'hookloupe-origin': `simulator;${secret}` });
    expect((await requestOf(second, 2)).origin).toBe('platform');
    expect(noted(running)).not.toBe(secret);
  });

  it('says to a stranger’s receiver what it is, and proves nothing there', async () => {
    const engine = await startTestEngine(folder.path('stranger.hookloupe'));
    await engine.post(envelope('e'));
    await engine.listed(1);
    const target = await startRecordingReceiver();
    onTestFinished(() => target.close());
    const { id } = await engine.call('replays.create', { body: { filter: '', target: { url: target.url } } });
    while ((await engine.call('replays.read', { params: { id } })).state === 'running') await sleep(20);
    expect(headerValues(target.requests[0]?.headers ?? [], 'hookloupe-origin')).toEqual(['replay']);
  });

  it('of `send` in another process of the same user counts; of another user’s it does not, and is told', async () => {
    const home = homeOf('send');
    const serve = await serveFor(home, 'sent.hookloupe');
    const localUrl = serve.receiverUrl.replace('127.0.0.1', 'localhost');
    const send = ['send', '--kind', 'message.delivered', '--to', localUrl];
    const own = await run(send, home);
    expect([own.code, own.err]).toEqual([0, '']);
    const other = await run(send, homeOf('elsewhere'));
    expect(other.code).toBe(0);
    expect(other.err).toMatch(/^These requests go unmarked: no running Hookloupe of yours is known at http:.*\n$/);
    expect(await originsOf(serve, 2)).toEqual(['simulator', 'platform']);
  });

  it('of `replay` in another process of the same user counts; of another user’s it does not', async () => {
    const home = homeOf('replay');
    const serve = await serveFor(home, 'target.hookloupe');
    const earlier = await startTestEngine(folder.path('replayed.hookloupe'));
    await earlier.post(envelope('replayed'));
    await earlier.listed(1);
    await earlier.close();
    const replay = ['replay', '--capture', earlier.captureFile, '--to', serve.receiverUrl];
    expect((await run(replay, home)).code).toBe(0);
    expect((await run(replay, homeOf('elsewhere'))).code).toBe(0);
    expect(await originsOf(serve, 2)).toEqual(['replay', 'platform']);
    expect((await requestOf(createCalls(serve), 1)).rawHeaders).toContainEqual(['hookloupe-origin', 'replay']);
  });
});

type Ready = Awaited<ReturnType<typeof startServeProcess>>['ready'];

async function serveFor(home: Record<string, string>, name: string): Promise<Ready> {
  const serve = await startServeProcess(['--port', '0', '--ui-port', '0', '--capture', folder.path(name)], home);
  onTestFinished(async () => void (await serve.end('SIGKILL')));
  return serve.ready;
}

async function originsOf(serve: Ready, count: number): Promise<string[]> {
  const engine = createCalls(serve);
  await engine.listed(count);
  return (await engine.call('deliveries.list')).items.map(({ origin }) => origin);
}

/** The one secret that is noted in a folder. */
function noted(running: string): string {
  const [name = ''] = readdirSync(running);
  return (JSON.parse(readFileSync(path.join(running, name), 'utf8')) as { secret: string }).secret;
}

/** A user of its own, on every system. */
function homeOf(name: string): Record<string, string> {
  const home = mkdtempSync(folder.path(name));
  return { HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, LOCALAPPDATA: home, APPDATA: home };
}

async function run(args: string[], env: Record<string, string> = {}): Promise<EndedCommand> {
  const child = startHookloupe(args, env);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number | null, out, err };
}
