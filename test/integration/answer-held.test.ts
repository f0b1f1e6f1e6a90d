import { describe, expect, it } from 'vitest';
import { connectRaw, type RawConnection } from '#test/support/raw-exchange.ts';
import { startServeProcess } from '#test/support/serve-process.ts';
import { startTestEngine, type TestEngine } from '#test/support/test-engine.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';

const folder = useTempFolder();
let files = 0;
const newFile = (): string => folder.path(`held-${(files += 1)}.hookloupe`);
const envelope = (id: string, name = 'a.b'): string => JSON.stringify({ event_id: id, event_name: name, payload: {} });

/** Holds every event named `held.*`; the others are answered 200. */
async function startHolding(holdMs?: number): Promise<TestEngine> {
  const engine = await startTestEngine(newFile());
  const rule = { action: 'hang', when: 'event:held.*', ...(holdMs === undefined ? {} : { holdMs }) } as const;
  await engine.call('answer.write', { body: { rules: [rule] } });
  return engine;
}

function send(engine: Pick<TestEngine, 'receiverUrl'>, id: string, name = 'held.event'): Promise<RawConnection> {
  return sendBytes(engine, envelope(id, name));
}

async function sendBytes({ receiverUrl }: Pick<TestEngine, 'receiverUrl'>, body: string): Promise<RawConnection> {
  const connection = await connectRaw(Number(new URL(receiverUrl).port));
  connection.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  return connection;
}

async function holding(engine: Pick<TestEngine, 'call'>, count: number): Promise<void> {
  await expect.poll(async () => (await engine.call('answer.read')).held, { timeout: 20_000 }).toBe(count);
}

describe('requests that are held', () => {
  it('are listed with their age, their end and their event, oldest first', async () => {
    const engine = await startHolding(60_000);
    const first = await send(engine, 'h1');
    await holding(engine, 1);
    const second = await send(engine, 'h2', 'held.other');
    await holding(engine, 2);
    await engine.listed(2);
    const { total, items } = await engine.call('answer.held');
    expect([total, items.map(({ requestId, eventId, eventName }) => [requestId, eventId, eventName])]).toEqual([
      2,
      [
        [1, 'h1', 'held.event'],
        [2, 'h2', 'held.other'],
      ],
    ]);
    for (const { since, until } of items) expect(Date.parse(until ?? '') - Date.parse(since)).toBe(60_000);
    for (const { socket } of [first, second]) socket.destroy();
    await holding(engine, 0);
    expect(await engine.call('answer.held')).toEqual({ total: 0, items: [] });
  });

  it('may be 500 while others are answered as ever; released, each gets its answer', { timeout: 60_000 }, async () => {
    const engine = await startHolding();
    const held = await Promise.all(Array.from({ length: 500 }, (_, i) => send(engine, `h${i}`)));
    await holding(engine, 500);
    const others = await Promise.all(Array.from({ length: 100 }, (_, i) => engine.post(envelope(`o${i}`))));
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await engine.call('answer.held')).total).toBe(500);
    expect(held.filter(({ socket }) => socket.bytesRead > 0)).toEqual([]);

    expect(await engine.call('answer.release', { body: { with: { status: 503 } } })).toEqual({ released: 500 });
    const answers = await Promise.all(held.map((connection) => connection.answers(1)));
    expect(new Set(answers.map(({ statuses }) => statuses.join()))).toEqual(new Set(['503']));
    for (const { socket } of held) socket.destroy();
    expect((await engine.call('answer.read')).held).toBe(0);
    expect(await engine.call('answer.release', { body: { with: 'drop' } })).toEqual({ released: 0 });
  });

  it('are let go one by one, and what they were let go with is on record', async () => {
    const engine = await startHolding();
    const connections = [];
    for (const id of ['h1', 'h2', 'h3']) {
      connections.push(await send(engine, id));
      await holding(engine, connections.length);
    }
    const [answered, dropped, left] = connections as [RawConnection, RawConnection, RawConnection];
    const release = (requestId: number, answer: 'drop' | { status: number }) =>
      engine.call('answer.release', { body: { requestIds: [requestId, requestId], with: answer } });
    expect(await release(1, { status: 200 })).toEqual({ released: 1 });
    expect(await release(2, 'drop')).toEqual({ released: 1 });
    expect(await release(99, { status: 200 })).toEqual({ released: 0 });
    expect((await answered.answers(1)).statuses).toEqual([200]);
    expect((await dropped.closed()).text).toBe('');
    left.socket.destroy();
    await holding(engine, 0);

    const recordOf = (id: number) => engine.call('requests.read', { params: { id } });
    await expect.poll(async () => (await recordOf(1)).answeredAt).not.toBeNull();
    await expect.poll(async () => (await recordOf(3)).peerClosedAt).not.toBeNull();
    const records = [await recordOf(1), await recordOf(2), await recordOf(3)];
    expect(records.map(({ answer }) => [answer.action, answer.status, answer.released])).toEqual([
      ['hang', null, { status: 200 }],
      ['hang', null, { status: null }],
      ['hang', null, null],
    ]);
    expect(records.map(({ answeredAt, peerClosedAt }) => [answeredAt !== null, peerClosedAt !== null])).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ]);
    answered.socket.destroy();
  });

  it('are closed without an answer at the end of their time', async () => {
    const engine = await startHolding(30);
    const connection = await send(engine, 'h1');
    expect((await connection.closed()).text).toBe('');
    await expect
      .poll(async () => (await engine.call('requests.read', { params: { id: 1 } })).answeredAt)
      .not.toBeNull();
    expect((await engine.call('answer.read')).held).toBe(0);
  });
});

describe('a sender that shut down its side', () => {
  it('is held on, and gets its answer when it is let go', async () => {
    const engine = await startHolding();
    const connection = await send(engine, 'h1');
    await holding(engine, 1);
    connection.socket.end();
    await expect.poll(() => connection.socket.bytesRead).toBeGreaterThan(0);
    expect((await engine.call('answer.read')).held).toBe(1);
    expect(await engine.call('answer.release', { body: { with: { status: 200 } } })).toEqual({ released: 1 });
    const { text, statuses } = await connection.closed();
    expect(statuses).toEqual([200]);
    expect(text).toMatch(/^HTTP\/1\.1 102 Processing\r\n\r\n/);
    const record = await engine.call('requests.read', { params: { id: 1 } });
    expect(record.peerClosedAt).toBeNull();
  });

  it('before a delayed answer gets it all the same', async () => {
    const engine = await startTestEngine(newFile());
    await engine.call('answer.write', { body: { override: { action: 'respond', status: 500, delayMs: 150 } } });
    const connection = await send(engine, 'd1');
    connection.socket.end();
    expect((await connection.closed()).statuses).toEqual([500]);
  });

  it('and is gone is seen to be gone', async () => {
    const engine = await startHolding();
    const connection = await send(engine, 'h1');
    await holding(engine, 1);
    connection.socket.destroy();
    await holding(engine, 0);
    await expect
      .poll(async () => (await engine.call('requests.read', { params: { id: 1 } })).peerClosedAt)
      .not.toBeNull();
  });
});

describe('requests that are held when the process is killed', () => {
  it('are all there afterwards', { timeout: 60_000 }, async () => {
    const file = newFile();
    const serve = await startServeProcess(file);
    await serve.call('answer.write', { body: { override: { action: 'hang' } } });
    const held = await Promise.all(Array.from({ length: 100 }, (_, i) => send(serve, `h${i}`)));
    await holding(serve, 100);
    await serve.end('SIGKILL');
    await Promise.all(held.map((connection) => connection.closed()));

    const engine = await startTestEngine(file);
    await engine.listed(100);
    const { items } = await engine.call('deliveries.list', { query: { limit: 1000 } });
    expect(new Set(items.map(({ eventId }) => eventId))).toEqual(new Set(held.map((_, i) => `h${i}`)));
    expect(new Set(items.map(({ answer }) => answer.action))).toEqual(new Set(['hang']));
    // No fault survives a restart unless it is kept.
    expect((await engine.call('answer.read')).override).toBeNull();
  });
});
