import { describe, expect, it } from 'vitest';
import { connectRaw } from '#test/support/raw-exchange.ts';
import { startTestEngine, type TestEngine } from '#test/support/test-engine.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';

const folder = useTempFolder();
let files = 0;
const start = (): Promise<TestEngine> => startTestEngine(folder.path(`rescue-${(files += 1)}.hookloupe`));
const envelope = (id: string): string => JSON.stringify({ event_id: id, event_name: 'a.b', payload: {} });
const fail = { action: 'respond', status: 500 } as const;

async function statusesOf(engine: TestEngine, ...bodies: string[]): Promise<number[]> {
  const statuses = [];
  for (const body of bodies) statuses.push((await engine.post(body)).status);
  return statuses;
}

describe('the rescue of a last attempt', () => {
  it('answers 200 to the fourth attempt of each event, and says so', async () => {
    const engine = await start();
    await engine.call('answer.write', { body: { override: fail, rescueLastAttempt: true } });
    const [a, b] = [envelope('a'), envelope('b')];
    expect(await statusesOf(engine, a, a, b, a, b, a, b, b, a)).toEqual([500, 500, 500, 500, 500, 200, 500, 200, 200]);
    expect((await engine.call('answer.read')).rescued).toBe(3);
    await engine.listed(9);
    const { items } = await engine.call('deliveries.list', { query: { filter: 'is:rescued' } });
    expect(items.map(({ eventId, attempt, answer }) => [eventId, attempt, answer.decidedBy, answer.detail])).toEqual([
      ['a', 4, 'rescue', 'attempt 4 of 4, instead of 500'],
      ['b', 4, 'rescue', 'attempt 4 of 4, instead of 500'],
      ['a', 5, 'rescue', 'attempt 5 of 4, instead of 500'],
    ]);
  });

  it('counts attempts that came before it was armed', async () => {
    const engine = await start();
    expect(await statusesOf(engine, envelope('a'), envelope('a'), envelope('a'))).toEqual([200, 200, 200]);
    await engine.call('answer.write', { body: { override: fail, rescueLastAttempt: true } });
    expect(await statusesOf(engine, envelope('a'), envelope('b'))).toEqual([200, 500]);
  });

  it('lets no held request be the last', async () => {
    const engine = await start();
    await engine.call('answer.write', { body: { rules: [{ action: 'hang', holdMs: 5 }], rescueLastAttempt: true } });
    const outcomes = [];
    for (let i = 0; i < 4; i += 1) {
      const connection = await connectRaw(Number(new URL(engine.receiverUrl).port));
      const body = envelope('a');
      connection.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      outcomes.push((await connection.answers(1)).statuses[0] ?? 'closed');
      connection.socket.destroy();
    }
    expect(outcomes).toEqual(['closed', 'closed', 'closed', 200]);
  });

  it('goes by the body where there is no event_id, and takes a request without a body as a first attempt', async () => {
    const engine = await start();
    await engine.call('answer.write', { body: { override: fail, rescueLastAttempt: true } });
    expect(await statusesOf(engine, 'no json', 'no json', 'other', 'no json', 'no json')).toEqual([
      500, 500, 500, 500, 200,
    ]);
    expect(await statusesOf(engine, '', '', '', '', '')).toEqual([500, 500, 500, 500, 500]);
  });

  it('takes a batch for what its most tried event is', async () => {
    const engine = await start();
    await engine.call('answer.write', { body: { override: fail, rescueLastAttempt: true } });
    const batch = `[${envelope('x')},${envelope('a')}]`;
    expect(await statusesOf(engine, envelope('a'), envelope('a'), batch, batch)).toEqual([500, 500, 500, 200]);
  });

  it('leaves 401 alone, armed or enforced', async () => {
    const engine = await startTestEngine(folder.path('rescue-auth.hookloupe'), { auth: 'apikey:k' });
    await engine.call('answer.write', { body: { override: fail, rescueLastAttempt: true } });
    expect(await statusesOf(engine, ...Array.from({ length: 5 }, () => envelope('a')))).toEqual([
      401, 401, 401, 401, 401,
    ]);
    expect((await engine.call('answer.read')).rescued).toBe(0);
    // The refused attempts were attempts all the same.
    expect((await engine.post(envelope('a'), { apikey: 'k' })).status).toBe(200);
  });
});
