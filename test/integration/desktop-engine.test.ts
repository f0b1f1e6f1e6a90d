// The engine as the desktop app starts it: the built bundles, in a process of their own, with the native packages beside them. Only
// Electron itself is missing, which gives the process its port.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apiPrefix } from '#shared/protocol/contract.ts';
import type { EngineBootConfig, EngineReady } from '#shared/host/engine-boot.ts';
import { useBuiltApp } from '#test/support/built-app.ts';
import { bootConfigIn, forkEngine, type ForkedEngine } from '#test/support/forked-engine.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';

const built = useBuiltApp();
const folder = useTempFolder();
const token = 'a-token-that-is-nowhere-but-in-the-boot-message';

const configFor = (name: string): EngineBootConfig => bootConfigIn(folder.path(name), token);

async function startEngine(config: EngineBootConfig): Promise<{ engine: ForkedEngine; ready: EngineReady }> {
  const engine = forkEngine(built.path('engine/process.js'));
  engine.send({ type: 'boot', config });
  const report = await engine.report;
  if (report.type === 'failed') throw new Error(report.message);
  return { engine, ready: report };
}

async function endEngine(engine: ForkedEngine): Promise<void> {
  engine.send({ type: 'close' });
  expect(await engine.exited).toBe(0);
}

const envelope = { event_id: 'e-1', event_name: 'test.event', event_ts: '2026-01-02T03:04:05.678Z', payload: { a: 1 } };

const post = (url: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(envelope),
  });

async function readItems(uiUrl: string): Promise<{ eventId: string | null; eventName: string | null }[]> {
  const url = new URL(`${apiPrefix}/deliveries`, uiUrl);
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  const { items } = (await answer.json()) as { items: { eventId: string | null; eventName: string | null }[] };
  return items;
}

describe('the engine of the desktop app', () => {
  it('receives an event, decodes it and shows it, from its bundles alone', async () => {
    const { engine, ready } = await startEngine(configFor('receives'));
    expect((await post(ready.receiverUrl)).status).toBe(200);
    await expect
      .poll(() => readItems(ready.uiUrl), { timeout: 10_000 })
      .toMatchObject([{ eventId: 'e-1', eventName: 'test.event' }]);
    await endEngine(engine);
  });

  it('has on disk what it answered, even when it was killed', async () => {
    const config = configFor('killed');
    const { engine, ready } = await startEngine(config);
    expect((await post(ready.receiverUrl)).status).toBe(200);
    engine.kill('SIGKILL');
    expect(await engine.exited).toBeNull();

    const again = await startEngine(config);
    await expect.poll(() => readItems(again.ready.uiUrl), { timeout: 10_000 }).toMatchObject([{ eventId: 'e-1' }]);
    await endEngine(again.engine);
  });

  it('says in words why it cannot start, and ends when it is told to', async () => {
    const config = configFor('taken');
    const first = await startEngine(config);
    const second = forkEngine(built.path('engine/process.js'));
    second.send({
      type: 'boot',
      config: { ...configFor('other'), port: Number(new URL(first.ready.receiverUrl).port) },
    });
    expect(await second.report).toMatchObject({ type: 'failed', code: 'PORT_TAKEN', message: /taken/ });
    await endEngine(second);
    await endEngine(first.engine);
  });

  it('ends with the code of a bug when it is told what it does not know', async () => {
    const engine = forkEngine(built.path('engine/process.js'));
    engine.send({ type: 'boot', config: { host: 1 } } as never);
    expect(await engine.exited).toBe(70);
  });

  it.runIf(process.platform === 'linux')('keeps the token out of its arguments and its environment', async () => {
    const { engine } = await startEngine(configFor('secret'));
    const visible = ['cmdline', 'environ']
      .map((name) => readFileSync(`/proc/${engine.pid}/${name}`, 'latin1'))
      .join('');
    expect(visible).not.toContain(token);
    await endEngine(engine);
  });
});

describe('what Electron loads', () => {
  it('is one preload file that needs only electron', () => {
    expect(readdirSync(built.path('preload')).filter((name) => !name.endsWith('.map'))).toEqual(['preload.cjs']);
    const required = [
      ...readFileSync(built.path('preload/preload.cjs'), 'utf8').matchAll(/require\(["'`](.+?)["'`]\)/g),
    ];
    expect(required.map(([, name]) => name)).toEqual(['electron']);
  });

  it('keeps the engine out of the main process', () => {
    const main = readFileSync(built.path('main/main.js'), 'utf8');
    expect(main).not.toMatch(/better-sqlite3|fastify/);
  });
});
