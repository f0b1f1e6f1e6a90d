import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { CallBody } from '#shared/protocol/contract.ts';
import type { DeliveryItem } from '#shared/protocol/delivery.ts';
import { startTestEngine, type TestEngine } from '#test/support/test-engine.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';

const folder = useTempFolder();
let files = 0;
const newFile = (): string => folder.path(`rules-${(files += 1)}.hookloupe`);

const envelope = (id: string, name = 'notification.attempted', payload: object = {}): string =>
  JSON.stringify({ event_id: id, event_name: name, event_ts: '2026-11-21T13:00:00.000Z', payload });
const fail = { action: 'respond', status: 500 } as const;

async function startWith(program: CallBody<'answer.write'>, file = newFile()): Promise<TestEngine> {
  const engine = await startTestEngine(file);
  await engine.call('answer.write', { body: program });
  return engine;
}

async function statusesOf(engine: TestEngine, ...bodies: (string | Uint8Array)[]): Promise<number[]> {
  const statuses = [];
  for (const body of bodies) statuses.push((await engine.post(body)).status);
  return statuses;
}

async function listed(engine: TestEngine, count: number): Promise<DeliveryItem[]> {
  await engine.listed(count);
  return (await engine.call('deliveries.list', { query: { limit: 1000 } })).items;
}

describe('a rule', () => {
  it('answers what its filter finds, by envelope, headers and source, and the list says which rule it was', async () => {
    const engine = await startWith({
      rules: [
        { ...fail, name: 'fail sms', when: 'kind:sms payload.n:>4' },
        { action: 'respond', status: 503, when: 'header.x-tenant:north' },
        { action: 'respond', status: 401, when: 'is:unparsed' },
      ],
    });
    expect(await statusesOf(engine, envelope('a', 'notification.delivered', { n: 5 }))).toEqual([500]);
    expect(await statusesOf(engine, envelope('b', 'notification.delivered', { n: 4 }))).toEqual([200]);
    expect((await engine.post(envelope('c', 'message.delivered'), { 'x-tenant': 'north' })).status).toBe(503);
    expect(await statusesOf(engine, 'no json')).toEqual([401]);
    const answers = (await listed(engine, 4)).map(({ answer }) => [answer.status, answer.decidedBy, answer.detail]);
    expect(answers).toEqual([
      [500, 'rule', 'rule 1 “fail sms”'],
      [200, 'default', null],
      [503, 'rule', 'rule 2'],
      [401, 'rule', 'rule 3'],
    ]);
    const { ruleStates } = await engine.call('answer.read');
    expect(ruleStates.map(({ answered }) => answered)).toEqual([1, 1, 1]);
  });

  it('answers a batch when it fits one of its envelopes', async () => {
    const engine = await startWith({ rules: [{ ...fail, when: 'event_id:b', attempts: '2' }] });
    const batch = `[${envelope('a')},${envelope('b')}]`;
    // “a” was tried before: of a batch, the largest attempt counts.
    expect(await statusesOf(engine, envelope('a'), `[${envelope('x')}]`, batch, batch)).toEqual([200, 200, 500, 200]);
  });

  it('reads a body that came with Content-Encoding', async () => {
    const engine = await startWith({ rules: [{ ...fail, when: 'event_id:packed', attempts: '1' }] });
    const post = () => engine.post(gzipSync(envelope('packed')), { 'content-encoding': 'gzip' });
    expect([(await post()).status, (await post()).status]).toEqual([500, 200]);
    expect((await engine.post(envelope('packed'), { 'content-encoding': 'gzip' })).status).toBe(200);
    expect((await listed(engine, 3)).map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  });

  it('knows nothing of the body of a bomb, which is answered like the rest', async () => {
    const engine = await startWith({
      rules: [
        { ...fail, when: 'has:payload' },
        { action: 'respond', status: 503, when: 'is:unparsed size:<100kB' },
      ],
    });
    const bomb = gzipSync(JSON.stringify({ event_id: 'b', event_name: 'a.b', payload: 'x'.repeat(30_000_000) }));
    expect((await engine.post(bomb, { 'content-encoding': 'gzip' })).status).toBe(503);
    expect(await statusesOf(engine, envelope('a'))).toEqual([500]);
  });

  it('keeps to the first events that fit, through all their attempts', async () => {
    const engine = await startWith({ rules: [{ ...fail, when: 'kind:sms', events: 2 }] });
    const [a, b, c] = ['a', 'b', 'c'].map((id) => envelope(id)) as [string, string, string];
    const other = envelope('o', 'message.delivered');
    expect(await statusesOf(engine, other, a, b, c, a, c, b)).toEqual([200, 500, 500, 200, 500, 200, 500]);
  });

  it('that overrides authentication answers also what would be 401; the others do not', async () => {
    const engine = await startTestEngine(newFile(), { auth: 'apikey:k' });
    const rules = [fail, { ...fail, status: 503, when: 'kind:sms', overridesAuthentication: true }];
    await engine.call('answer.write', { body: { rules } });
    const wrong = { apikey: 'wrong' };
    expect((await engine.post(envelope('a'), wrong)).status).toBe(503);
    expect((await engine.post(envelope('b', 'message.delivered'), wrong)).status).toBe(401);
    expect((await engine.post(envelope('a'), { apikey: 'k' })).status).toBe(500);
    const rows = await listed(engine, 3);
    expect(rows.map(({ auth, answer }) => [auth, answer.decidedBy])).toEqual([
      ['wrong', 'rule'],
      ['wrong', 'authentication'],
      ['ok', 'rule'],
    ]);
  });

  it('with a filter that cannot be understood is refused in one line, and nothing changes', async () => {
    const engine = await startWith({ override: fail });
    const rules = [{ ...fail }, { ...fail, name: 'sms', when: 'kind:sms staus:500' }];
    const response = await engine.fetch('/api/v1/answer', {
      method: 'PUT',
      body: JSON.stringify({ rules }),
      headers: { 'content-type': 'application/json' },
    });
    const { code, message } = (await response.json()) as { code: string; message: string };
    expect([response.status, code]).toEqual([400, 'FILTER_INVALID']);
    expect(message).toMatch(/^Rule 2 “sms”: There is no key “staus”.*\(at character 10\)\.$/);
    expect((await engine.call('answer.read')).override).toEqual(fail);
  });
});

describe('the attempt that a rule goes by', () => {
  it('is the one that is stored, also where earlier ones came before it was armed, or before a restart', async () => {
    const file = newFile();
    const before = await startTestEngine(file);
    expect(await statusesOf(before, envelope('a'), envelope('a'), 'same bytes')).toEqual([200, 200, 200]);
    await before.close();
    const engine = await startTestEngine(file);
    expect(await statusesOf(engine, envelope('b'))).toEqual([200]);
    await engine.call('answer.write', { body: { rules: [{ ...fail, attempts: '2-3' }] } });
    expect(await statusesOf(engine, envelope('a'), envelope('a'))).toEqual([500, 200]);
    expect(await statusesOf(engine, envelope('b'), envelope('c'), 'same bytes')).toEqual([500, 200, 500]);
    const rows = await listed(engine, 9);
    expect(rows.map(({ attempt }) => attempt)).toEqual([1, 2, 1, 1, 3, 4, 2, 1, 2]);
  });

  it('counts on from what came while nothing asked for attempts', async () => {
    const rules = [{ ...fail, attempts: '2-3' }];
    const engine = await startWith({ rules });
    const a = envelope('a');
    expect(await statusesOf(engine, a, a)).toEqual([200, 500]);
    await engine.call('answer.write', { body: {} });
    expect(await statusesOf(engine, a)).toEqual([200]);
    await engine.call('answer.write', { body: { rules } });
    expect(await statusesOf(engine, a)).toEqual([200]);
    expect((await listed(engine, 4)).at(-1)?.attempt).toBe(4);
  });

  it('is exact when an event comes many times at once', async () => {
    const file = newFile();
    const before = await startTestEngine(file);
    await statusesOf(before, ...Array.from({ length: 5 }, () => envelope('busy')));
    await before.close();
    const engine = await startWith({ rules: [{ ...fail, attempts: '10-29' }] }, file);
    const answers = await Promise.all(Array.from({ length: 60 }, () => engine.post(envelope('busy'))));
    expect(answers.filter(({ status }) => status === 500)).toHaveLength(20);
    const rows = await listed(engine, 65);
    const failed = rows.filter(({ answer }) => answer.status === 500);
    expect(failed.map(({ attempt }) => attempt)).toEqual(Array.from({ length: 20 }, (_, i) => 10 + i));
    expect(failed.map(({ answer }) => answer.detail)).toEqual(
      failed.map(({ attempt }) => `rule 1, attempt ${attempt}`),
    );
  });
});
