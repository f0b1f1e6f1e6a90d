import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectRaw, type RawConnection } from '#test/support/raw-exchange.ts';
import { startReceiver, type ReceiverUnderTest } from '#test/support/receiver-under-test.ts';

let under: ReceiverUnderTest;
beforeEach(async () => {
  under = await startReceiver();
});
afterEach(() => under.close());

const request = (body = '{}', headers = ''): string =>
  `POST / HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;

async function send(bytes = request()): Promise<RawConnection> {
  const connection = await connectRaw(under.receiver.port);
  connection.write(bytes);
  return connection;
}

/** What one request got: its status, or that it was reset. */
async function answerTo(bytes = request()): Promise<number | 'reset' | 'closed'> {
  const connection = await send(bytes);
  const { statuses, reset } = await connection.answers(1);
  connection.socket.destroy();
  return statuses[0] ?? (reset ? 'reset' : 'closed');
}

const count = <T>(values: T[]): Map<T, number> =>
  values.reduce((counts, value) => counts.set(value, (counts.get(value) ?? 0) + 1), new Map<T, number>());

describe('an armed fault', () => {
  it.each([401, 500, 503, 204] as const)('answers every request %i until it is disarmed', async (status) => {
    under.arm({ action: 'respond', status });
    expect(await Promise.all(Array.from({ length: 5 }, () => answerTo()))).toEqual([
      status,
      status,
      status,
      status,
      status,
    ]);
    under.arm(null);
    expect(await answerTo()).toBe(200);
    expect(under.sink.requests.map(({ answer }) => answer.status)).toEqual([
      status,
      status,
      status,
      status,
      status,
      200,
    ]);
    expect(under.sink.requests[0]!.answer).toMatchObject({ action: 'respond', status, decidedBy: 'override' });
  });

  it('sends the armed headers and body', async () => {
    under.arm({ action: 'respond', status: 500, headers: { 'Retry-After': '7' }, body: 'maintenance ✓' });
    const connection = await send();
    const { text } = await connection.answers(1);
    connection.socket.destroy();
    expect(text).toMatch(/^HTTP\/1\.1 500 [^]*Retry-After: 7\r\n[^]*content-length: 15\r\n/);
    expect(Buffer.from(text, 'latin1').toString()).toMatch(/\r\n\r\nmaintenance ✓$/);
  });

  it('resets the connection, after the request was stored', async () => {
    under.arm({ action: 'reset' });
    expect(await answerTo()).toBe('reset');
    expect(under.sink.requests[0]!.answer).toMatchObject({ action: 'reset', status: null, decidedBy: 'override' });
    expect(await under.sink.outcomeOf(1)).toEqual({ answeredAtMs: expect.any(Number) });
  });

  it.each([
    [{ action: 'respond', status: 401 } as const, 401],
    [{ action: 'respond', status: 500 } as const, 500],
    [{ action: 'hang', holdMs: 20 } as const, 'closed'],
    [{ action: 'reset' } as const, 'reset'],
  ])('reaches exactly 37 of 200 concurrent requests: %j', async (fault, got) => {
    under.arm(fault, { requests: 37 });
    const answers = await Promise.all(Array.from({ length: 200 }, () => answerTo()));
    expect(count(answers)).toEqual(
      new Map<unknown, number>([
        [got, 37],
        [200, 163],
      ]),
    );
    expect(under.answers.state()).toMatchObject({ override: null, limit: null, remaining: null, armedAt: null });
    expect(count(under.sink.requests.map(({ answer }) => answer.decidedBy))).toEqual(
      new Map([
        ['override', 37],
        ['default', 163],
      ]),
    );
  });

  it('answers after the armed delay, and stores the request before it waits', async () => {
    under.arm({ action: 'respond', status: 500, delayMs: 50 });
    const connection = await send();
    await under.sink.stored(1);
    expect((await connection.answers(1)).statuses).toEqual([500]);
    connection.socket.destroy();
    const { answeredAtMs } = await under.sink.outcomeOf(1);
    expect(answeredAtMs! - under.sink.requests[0]!.receivedAtMs).toBeGreaterThanOrEqual(49);
  });
});

describe('a held request', () => {
  it('gets no byte, and the moment its sender hangs up is recorded', async () => {
    under.arm({ action: 'hang' });
    const connection = await send();
    await under.sink.stored(1);
    const beforeMs = Date.now();
    connection.socket.destroy();
    const { text } = await connection.closed();
    expect(text).toBe('');
    const outcome = await under.sink.outcomeOf(1);
    expect(outcome.answeredAtMs).toBeUndefined();
    expect(outcome.peerClosedAtMs).toBeGreaterThanOrEqual(beforeMs);
    expect(under.answers.state().held).toBe(0);
  });

  it('is seen to end when its sender breaks the connection', async () => {
    under.arm({ action: 'hang' });
    const connection = await send();
    await under.sink.stored(1);
    connection.socket.resetAndDestroy();
    expect(await under.sink.outcomeOf(1)).toEqual({ peerClosedAtMs: expect.any(Number) });
  });

  it('leaves 200 others alone, which go on being answered while it waits', async () => {
    under.arm({ action: 'hang' }, { requests: 200 });
    const held = await Promise.all(Array.from({ length: 200 }, () => send()));
    await expect.poll(() => under.answers.state().held).toBe(200);
    expect(under.receiver.inFlight()).toBe(200);
    expect(await Promise.all(Array.from({ length: 20 }, () => answerTo()))).toEqual(Array(20).fill(200));
    expect(under.answers.state().held).toBe(200);
    for (const { socket } of held) socket.destroy();
    await Promise.all(Array.from({ length: 200 }, (_, i) => under.sink.outcomeOf(i + 1)));
    expect(under.answers.state().held).toBe(0);
  });

  it('is let go when the receiver is closed', async () => {
    under.arm({ action: 'hang' });
    const connection = await send();
    await under.sink.stored(1);
    await under.receiver.close();
    expect((await connection.closed()).text).toBe('');
    expect(under.receiver.inFlight()).toBe(0);
  });
});

describe('a store that cannot be written', () => {
  beforeEach(() => {
    under.sink.failing = true;
  });

  it('turns every answer into a 500 that closes its connection, and gives the request back to the limit', async () => {
    under.arm({ action: 'reset' }, { requests: 2 });
    const connection = await send();
    const { statuses, text } = await connection.closed();
    expect(statuses).toEqual([500]);
    expect(text).toMatch(/connection: close/i);
    expect(under.answers.state().remaining).toBe(2);
    expect(under.receiver.counters().unstored).toBe(1);

    under.sink.failing = false;
    expect(await answerTo()).toBe('reset');
    expect(await answerTo()).toBe('reset');
    expect(await answerTo()).toBe(200);
  });

  it('answers nothing before the store has answered', async () => {
    under.sink.failing = false;
    const gate = Promise.withResolvers<void>();
    under.sink.gate = gate.promise;
    const connection = await send();
    const other = await send();
    await expect.poll(() => under.receiver.inFlight()).toBe(2);
    expect(connection.socket.bytesRead + other.socket.bytesRead).toBe(0);
    gate.resolve();
    expect((await connection.answers(1)).statuses).toEqual([200]);
    expect((await other.answers(1)).statuses).toEqual([200]);
    connection.socket.destroy();
    other.socket.destroy();
  });

  it('answers 500 where authentication would have answered 401', async () => {
    const guarded = await startReceiver({ auth: 'apikey:k' });
    guarded.sink.failing = true;
    const connection = await connectRaw(guarded.receiver.port);
    connection.write(request());
    expect((await connection.closed()).statuses).toEqual([500]);
    await guarded.close();
  });
});

describe('enforced authentication', () => {
  it('answers 401 whatever is armed, and uses up nothing of a limit', async () => {
    const guarded = await startReceiver({ auth: 'basic:u:p:w' });
    guarded.arm({ action: 'respond', status: 500 }, { requests: 1 });
    const connection = await connectRaw(guarded.receiver.port);
    const good = `Authorization: BASIC ${Buffer.from('u:p:w').toString('base64')}\r\n`;
    connection.write(request());
    connection.write(request('{}', 'Authorization: basic eA==\r\n'));
    connection.write(request('{}', good));
    connection.write(request('{}', good));
    const { statuses } = await connection.answers(4);
    connection.socket.destroy();
    expect(statuses).toEqual([401, 401, 500, 200]);
    expect(guarded.sink.requests.map(({ auth, answer }) => [auth.verdict, answer.decidedBy])).toEqual([
      ['missing', 'authentication'],
      ['wrong', 'authentication'],
      ['ok', 'override'],
      ['ok', 'default'],
    ]);
    await guarded.close();
  });
});
