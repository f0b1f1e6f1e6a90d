import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CallBody } from '#shared/protocol/contract.ts';
import { startTestEngine, type TestEngine } from '#test/support/test-engine.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';

const folder = useTempFolder();
let files = 0;
const newFile = (): string => folder.path(`programs-${(files += 1)}.hookloupe`);
const envelope = (id: string, name = 'notification.attempted'): string =>
  JSON.stringify({ event_id: id, event_name: name, payload: {} });
const fail = { action: 'respond', status: 500 } as const;
type Program = CallBody<'answer.write'>;

const arm = (engine: Pick<TestEngine, 'call'>, body: Program) => engine.call('answer.write', { body });

async function statusesOf(engine: Pick<TestEngine, 'post'>, ...bodies: string[]): Promise<number[]> {
  const statuses = [];
  for (const body of bodies) statuses.push((await engine.post(body)).status);
  return statuses;
}

/** The code of a refused call. */
async function refusalOf(engine: TestEngine, method: string, place: string, body?: unknown): Promise<unknown> {
  const response = await engine.fetch(`/api/v1${place}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return ((await response.json()) as { code: string }).code;
}

describe('programs with a name', () => {
  it('are saved, replaced without regard to case, listed by name, removed, and there after a restart', async () => {
    const file = newFile();
    const engine = await startTestEngine(file);
    const save = (name: string, body: Program) => engine.call('programs.write', { params: { name }, body });
    await save('  Twice then fine ', { rules: [{ ...fail, attempts: '1-2' }] });
    await save('all down', { override: fail });
    const { items } = await save('ALL DOWN', { override: { action: 'hang' } });
    expect(items.map(({ name, program }) => [name, program.override?.action ?? program.rules.length])).toEqual([
      ['ALL DOWN', 'hang'],
      ['Twice then fine', 1],
    ]);
    expect((await engine.call('answer.read')).override).toBeNull();
    await engine.close();

    const again = await startTestEngine(file);
    expect((await again.call('programs.list')).items).toEqual(items);
    const left = await again.call('programs.remove', { params: { name: 'all down' } });
    expect(left.items.map(({ name }) => name)).toEqual(['Twice then fine']);
    expect(await refusalOf(again, 'DELETE', '/programs/all%20down')).toBe('PROGRAM_NOT_FOUND');
  });

  it('are refused with a filter that cannot be understood, and beyond the hundredth', async () => {
    const engine = await startTestEngine(newFile());
    const broken = { rules: [{ ...fail, when: 'evnt:x' }] };
    expect(await refusalOf(engine, 'PUT', '/programs/broken', broken)).toBe('FILTER_INVALID');
    for (let i = 0; i < 100; i += 1) await engine.call('programs.write', { params: { name: `p${i}` }, body: {} });
    expect(await refusalOf(engine, 'PUT', '/programs/p100', {})).toBe('REQUEST_INVALID');
    expect(await refusalOf(engine, 'PUT', '/programs/P99', {})).toBeUndefined();
  });

  it('of a later version stay in the file though they are not understood', async () => {
    const file = newFile();
    const engine = await startTestEngine(file);
    await engine.call('programs.write', { params: { name: 'mine' }, body: {} });
    const settingsFile = path.join(`${file}-settings`, 'settings.json');
    const settings = JSON.parse(readFileSync(settingsFile, 'utf8')) as { programs: unknown[] };
    const later = { name: 'later', program: { chaos: true } };
    writeFileSync(settingsFile, JSON.stringify({ ...settings, programs: [...settings.programs, later] }));
    const { items } = await engine.call('programs.write', { params: { name: 'other' }, body: {} });
    expect(items.map(({ name }) => name)).toEqual(['mine', 'other']);
    expect((JSON.parse(readFileSync(settingsFile, 'utf8')) as typeof settings).programs).toContainEqual(later);
  });
});

describe('an armed program', () => {
  it('does not survive a restart unless it is to be kept; then it does, until something else is armed', async () => {
    const file = newFile();
    const first = await startTestEngine(file);
    await arm(first, { override: fail });
    await first.close();

    const second = await startTestEngine(file);
    expect((await second.call('answer.read')).override).toBeNull();
    await arm(second, { rules: [{ ...fail, when: 'kind:sms', attempts: '1' }], rescueLastAttempt: true, keep: true });
    await second.close();

    const third = await startTestEngine(file);
    expect(await third.call('answer.read')).toMatchObject({
      keep: true,
      rescueLastAttempt: true,
      rules: [{ attempts: '1' }],
    });
    expect(await statusesOf(third, envelope('a'), envelope('a'))).toEqual([500, 200]);
    await arm(third, {});
    await third.close();

    const fourth = await startTestEngine(file);
    expect(await fourth.call('answer.read')).toMatchObject({ keep: false, rules: [], armedAt: null });
  });

  it('comes back without the limits that are used up', async () => {
    const file = newFile();
    const first = await startTestEngine(file);
    const rules = [
      { ...fail, limit: { requests: 1 } },
      { ...fail, status: 503, limit: { requests: 2 } },
    ];
    await arm(first, { rules, keep: true });
    expect(await statusesOf(first, envelope('a'), envelope('b'))).toEqual([500, 503]);
    await first.close();

    const second = await startTestEngine(file);
    expect((await second.call('answer.read')).rules).toMatchObject([{ status: 503, limit: { requests: 2 } }]);
  });

  it('is kept under a limited override that is not', async () => {
    const file = newFile();
    const first = await startTestEngine(file);
    await arm(first, { override: { action: 'respond', status: 503 }, keep: true });
    await arm(first, { override: fail, limit: { requests: 5 } });
    await first.close();
    const second = await startTestEngine(file);
    expect((await second.call('answer.read')).override).toMatchObject({ status: 503 });
  });

  it('that is kept is on disk when the call is answered, and off it soon after it is used up, so that a crash changes nothing', async () => {
    const file = newFile();
    const kept = (): unknown => {
      const text = readFileSync(path.join(`${file}-settings`, 'settings.json'), 'utf8');
      return (JSON.parse(text) as { keptProgram?: unknown }).keptProgram;
    };
    const engine = await startTestEngine(file);
    await arm(engine, { override: fail, limit: { requests: 1 }, keep: true });
    expect(kept()).toMatchObject({ override: fail, limit: { requests: 1 } });
    expect(await statusesOf(engine, envelope('a'))).toEqual([500]);
    await expect.poll(kept).toBeUndefined();
  });
});

describe('the preview of a program', () => {
  const preview = (engine: TestEngine, program: Program, rest: object = {}) =>
    engine.call('answer.preview', { body: { program, ...rest } });

  it('says what stored requests would have been answered, and which of them otherwise than they were', async () => {
    const engine = await startTestEngine(newFile());
    const [a, b] = [envelope('a'), envelope('b', 'message.delivered')];
    await statusesOf(engine, a, a, a, b, b, 'no json', `[${envelope('c')},${envelope('a')}]`);
    await engine.listed(8);
    const rules = [
      { ...fail, name: 'sms twice', when: 'kind:sms', attempts: '2-3' },
      { action: 'hang', when: 'kind:feed', limit: { requests: 1 } },
    ] as const;
    const { requests, byAnswer, changed } = await preview(engine, { rules: [...rules] });
    expect([requests, byAnswer]).toEqual([7, { 200: 4, 500: 2, timeout: 1 }]);
    expect(changed).toMatchObject([
      {
        requestId: 4,
        deliveryId: 4,
        eventName: 'message.delivered',
        attempt: 1,
        was: '200',
        wouldBe: 'timeout',
        decidedBy: 'rule',
        detail: 'rule 2, attempt 1',
      },
      { requestId: 3, attempt: 3, wouldBe: '500', detail: 'rule 1 “sms twice”, attempt 3' },
      { requestId: 2, attempt: 2, wouldBe: '500', detail: 'rule 1 “sms twice”, attempt 2' },
    ]);
  });

  it('says what then really comes', async () => {
    const program: Program = {
      rules: [
        { ...fail, when: 'event_id:/^e[0-4]$/', attempts: '1-2', every: 2 },
        { ...fail, status: 503, probability: 0.4, seed: 3, limit: { requests: 7 } },
      ],
      rescueLastAttempt: true,
    };
    const bodies = Array.from({ length: 60 }, (_, i) => envelope(`e${(i * 7) % 13}`));
    const real = await startTestEngine(newFile());
    await arm(real, program);
    const came = new Map<string, number>();
    for (const status of await statusesOf(real, ...bodies))
      came.set(String(status), (came.get(String(status)) ?? 0) + 1);
    const tried = await startTestEngine(newFile());
    await statusesOf(tried, ...bodies);
    await tried.listed(60);
    expect((await preview(tried, program)).byAnswer).toEqual(Object.fromEntries(came));
  });

  it('looks at the newest requests that match a filter', async () => {
    const engine = await startTestEngine(newFile());
    for (let i = 0; i < 10; i += 1) await engine.post(envelope(`e${i}`, i % 2 === 0 ? 'message.delivered' : 'a.b'));
    await engine.listed(10);
    const { requests, changed } = await preview(engine, { override: fail }, { filter: 'kind:feed', limit: 3 });
    expect([requests, changed.map(({ requestId }) => requestId)]).toEqual([3, [9, 7, 5]]);
  });

  it('leaves authentication as it was', async () => {
    const engine = await startTestEngine(newFile(), { auth: 'apikey:k' });
    await engine.post(envelope('a'));
    await engine.post(envelope('b'), { apikey: 'k' });
    await engine.listed(2);
    expect((await preview(engine, { override: fail })).byAnswer).toEqual({ 401: 1, 500: 1 });
    const overriding = { rules: [{ ...fail, overridesAuthentication: true }] };
    expect((await preview(engine, overriding)).byAnswer).toEqual({ 500: 2 });
  });

  it('uses up nothing of what is armed, and refuses what could not be armed', async () => {
    const engine = await startTestEngine(newFile());
    await arm(engine, { override: fail, limit: { requests: 2 } });
    await engine.post(envelope('a'));
    await engine.listed(1);
    await preview(engine, { override: fail, limit: { requests: 1 } });
    expect((await engine.call('answer.read')).remaining).toBe(1);
    const program = { rules: [{ ...fail, when: '(' }] };
    expect(await refusalOf(engine, 'POST', '/answer/preview', { program })).toBe('FILTER_INVALID');
  });
});
