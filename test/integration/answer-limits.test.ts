import { describe, expect, it } from 'vitest';
import type { CallBody } from '#shared/protocol/contract.ts';
import { startTestEngine, type TestEngine } from '#test/support/test-engine.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';

const folder = useTempFolder();
let files = 0;
const envelope = (id: string): string => JSON.stringify({ event_id: id, event_name: 'a.b', payload: {} });
const fail = { action: 'respond', status: 500 } as const;

async function startWith(program: CallBody<'answer.write'>): Promise<TestEngine> {
  const engine = await startTestEngine(folder.path(`limits-${(files += 1)}.hookloupe`));
  await engine.call('answer.write', { body: program });
  return engine;
}

async function postMany(engine: TestEngine, count: number): Promise<number[]> {
  const responses = await Promise.all(Array.from({ length: count }, (_, i) => engine.post(envelope(`e${i}`))));
  return responses.map(({ status }) => status);
}

const count = (statuses: number[], wanted: number): number => statuses.filter((status) => status === wanted).length;

/** Notes in the list, in the order of arrival. */
async function notesOf(engine: TestEngine, listed: number): Promise<string[]> {
  await engine.listed(listed);
  const { items } = await engine.call('deliveries.list', { query: { limit: 1000 } });
  return items.flatMap(({ answer }) => answer.note ?? []);
}

describe('the next 37 of 200 requests at once', () => {
  it.each([
    ['as an override', { override: fail, limit: { requests: 37 } }],
    ['as a rule', { rules: [{ ...fail, limit: { requests: 37 } }] }],
    [
      'as a rule that looks inside and counts attempts',
      { rules: [{ ...fail, when: 'event:a.b', attempts: '1', limit: { requests: 37 } }] },
    ],
  ])('are exactly 37, %s, and one of them says that they were the last', async (_, program) => {
    const engine = await startWith(program);
    const statuses = await postMany(engine, 200);
    expect([count(statuses, 500), count(statuses, 200)]).toEqual([37, 163]);
    const notes = await notesOf(engine, 200);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/^37 of 37 answered 500: /);
  });
});

describe('the end of a limit', () => {
  it('brings back what was armed before', async () => {
    const engine = await startWith({ rules: [{ action: 'respond', status: 503, name: 'always' }] });
    const armed = await engine.call('answer.write', { body: { override: fail, limit: { requests: 2 } } });
    expect([armed.remaining, armed.after?.rules.length]).toEqual([2, 1]);
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await engine.post(envelope('e'))).status);
    expect(statuses).toEqual([500, 500, 503, 503]);
    expect(await notesOf(engine, 4)).toEqual(['2 of 2 answered 500: back to 1 rule']);
    const state = await engine.call('answer.read');
    expect(state).toMatchObject({ override: null, after: null, remaining: null, ruleStates: [{ answered: 2 }] });
  });

  it('in seconds is said by the first request after it', async () => {
    const engine = await startWith({ override: fail, limit: { seconds: 0.3 } });
    expect((await engine.post(envelope('e'))).status).toBe(500);
    await expect.poll(async () => (await engine.call('answer.read')).override).toBeNull();
    expect([(await engine.post(envelope('e'))).status, (await engine.post(envelope('e'))).status]).toEqual([200, 200]);
    expect(await notesOf(engine, 3)).toEqual(['0.3 s of 500 are over: back to 200']);
  });

  it('is not reached by requests that enforced authentication refuses', async () => {
    const engine = await startTestEngine(folder.path('limits-auth.hookloupe'), { auth: 'apikey:k' });
    await engine.call('answer.write', { body: { override: fail, limit: { requests: 5 } } });
    const headers = (i: number) => ({ apikey: i % 2 === 0 ? 'k' : 'wrong' });
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, i) => engine.post(envelope(`e${i}`), headers(i))),
    );
    const statuses = responses.map(({ status }) => status);
    expect([count(statuses, 500), count(statuses, 401), count(statuses, 200)]).toEqual([5, 20, 15]);
  });
});
