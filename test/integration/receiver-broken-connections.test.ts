import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectRaw } from '#test/support/raw-exchange.ts';
import { startReceiver, type ReceiverUnderTest } from '#test/support/receiver-under-test.ts';

let under: ReceiverUnderTest;
beforeEach(async () => {
  under = await startReceiver({
    timeouts: { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 },
  });
});
afterEach(() => under.close());

const request = (body: string, target = '/'): string =>
  `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const half = 'POST /half HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabcde';
/** We ended the connection, and no answer was given. */
const dropped = { answeredAtMs: expect.any(Number), released: { status: null } };
const bodies = (): string[] => under.sink.requests.map(({ body }) => Buffer.from(body).toString('latin1'));

describe('pipelined requests', () => {
  it('are recorded one by one and answered in order', async () => {
    const connection = await connectRaw(under.receiver.port);
    connection.write(request('one', '/1') + request('two', '/2') + request('three', '/3'));
    const { statuses } = await connection.answers(3);
    connection.socket.destroy();
    expect(statuses).toEqual([200, 200, 200]);
    expect(bodies()).toEqual(['one', 'two', 'three']);
    expect(under.sink.requests.map(({ target }) => target)).toEqual(['/1', '/2', '/3']);
  });

  it('get their answers before a reset armed for the last of them', async () => {
    const connection = await connectRaw(under.receiver.port);
    under.arm({ action: 'respond', status: 500, delayMs: 60 }, { requests: 1 });
    connection.write(request('one'));
    await under.sink.stored(1);
    under.arm({ action: 'reset' });
    connection.write(request('two'));
    const { statuses, reset } = await connection.closed();
    expect(statuses).toEqual([500]);
    expect(reset).toBe(true);
    expect(bodies()).toEqual(['one', 'two']);
  });

  it('behind a reset are told to have been cut off', async () => {
    const connection = await connectRaw(under.receiver.port);
    under.arm({ action: 'reset' }, { requests: 1 });
    connection.write(request('one') + request('two'));
    expect((await connection.closed()).reset).toBe(true);
    await under.sink.stored(2);
    expect(await under.sink.outcomeOf(2)).toEqual(dropped);
  });

  it('behind a reset give back what they took of its limit, so that each of it is a reset that a sender saw', async () => {
    const connection = await connectRaw(under.receiver.port);
    under.arm({ action: 'reset' }, { requests: 3 });
    connection.write(['one', 'two', 'three', 'four', 'five'].map((body) => request(body)).join(''));
    expect((await connection.closed()).reset).toBe(true);
    await under.sink.stored(5);
    expect(await under.sink.outcomeOf(1)).toEqual({ answeredAtMs: expect.any(Number) });
    for (const id of [2, 3, 4, 5]) expect(await under.sink.outcomeOf(id)).toEqual(dropped);
    expect(under.answers.state().remaining).toBe(2);
  });

  it('behind a hold that we end are told to have been cut off', async () => {
    const connection = await connectRaw(under.receiver.port);
    under.arm({ action: 'hang', holdMs: 50 }, { requests: 1 });
    connection.write(request('one') + request('two'));
    expect((await connection.closed()).text).toBe('');
    expect(await under.sink.outcomeOf(1)).toEqual({ answeredAtMs: expect.any(Number) });
    expect(await under.sink.outcomeOf(2)).toEqual(dropped);
  });

  it('let go behind a hold that we end were not given what they were let go with', async () => {
    const connection = await connectRaw(under.receiver.port);
    under.arm({ action: 'hang' });
    connection.write(request('one') + request('two'));
    await expect.poll(() => under.answers.held.count()).toBe(2);
    expect(under.answers.held.release([2], 200)).toBe(1);
    expect(under.answers.held.release([1], null)).toBe(1);
    expect((await connection.closed()).text).toBe('');
    expect(await under.sink.outcomeOf(1)).toEqual(dropped);
    expect(await under.sink.outcomeOf(2)).toEqual(dropped);
  });

  it('behind an answer that closes their connection are told to have been cut off', async () => {
    const connection = await connectRaw(under.receiver.port);
    under.arm({ action: 'respond', status: 200, headers: { connection: 'close' } }, { requests: 1 });
    connection.write(request('one') + request('two'));
    expect((await connection.closed()).statuses).toEqual([200]);
    expect(await under.sink.outcomeOf(1)).toEqual({ answeredAtMs: expect.any(Number) });
    expect(await under.sink.outcomeOf(2)).toEqual(dropped);
  });

  it.each([
    ['garbage', 'what is this?\r\n\r\n', [200]],
    ['a bad head', 'POST /bad HTTP/1.1\r\nno colon here\r\n\r\nabc', [200, 200]],
    ['the same line with a bad head', 'POST / HTTP/1.1\r\nx : y\r\n\r\n', [200, 200]],
  ])('before refused bytes keep their own record and answer: %s', async (_, refused, answered) => {
    const connection = await connectRaw(under.receiver.port);
    connection.write(request('good') + refused);
    const { statuses } = await connection.closed();
    expect(statuses).toEqual(answered);
    expect(bodies()).toEqual(['good', refused]);
    expect(under.sink.requests.map(({ completeness }) => completeness)).toEqual(['complete', 'malformed']);
  });

  it('before refused bytes are told from them when they are chunked', async () => {
    const connection = await connectRaw(under.receiver.port);
    const chunked = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n';
    connection.write(`${chunked}FOO / HTTP/1.1\r\n\r\n`);
    expect((await connection.closed()).statuses).toEqual([200, 200]);
    expect(bodies()).toEqual(['abc', 'FOO / HTTP/1.1\r\n\r\n']);
  });
});

describe('a request that breaks off', () => {
  it.each(['reset', 'end'] as const)('is recorded once as incomplete with the bytes that came: %s', async (how) => {
    const connection = await connectRaw(under.receiver.port);
    connection.write(half);
    await expect.poll(() => under.receiver.inFlight()).toBe(1);
    if (how === 'reset') connection.socket.resetAndDestroy();
    else connection.socket.end();
    const { text } = await connection.closed();
    await under.sink.stored(1);
    await expect.poll(() => under.receiver.inFlight()).toBe(0);
    expect(text).toBe('');
    expect(bodies()).toEqual(['abcde']);
    expect(under.sink.requests[0]).toMatchObject({
      target: '/half',
      completeness: 'incomplete',
      sizeBytes: 5,
      answer: { action: 'reset', status: null, decidedBy: 'default' },
    });
  });

  it('is recorded once as incomplete, without an answer, when its body is too slow', async () => {
    const connection = await connectRaw(under.receiver.port);
    connection.write(half);
    expect((await connection.closed()).text).toBe('');
    expect(bodies()).toEqual(['abcde']);
    expect(under.sink.requests[0]).toMatchObject({ completeness: 'incomplete' });
  });

  it('is recorded with its size alone when it stops within its head', async () => {
    const connection = await connectRaw(under.receiver.port);
    connection.write('POST /slow HTTP/1.1\r\nHos');
    expect((await connection.closed()).text).toBe('');
    expect(under.sink.requests).toHaveLength(1);
    expect(under.sink.requests[0]).toMatchObject({
      method: '',
      sizeBytes: 24,
      truncated: true,
      completeness: 'incomplete',
    });
  });

  it('does not use up a limit', async () => {
    under.arm({ action: 'respond', status: 500 }, { requests: 1 });
    const connection = await connectRaw(under.receiver.port);
    connection.write(half);
    await connection.closed();
    expect(under.answers.state().remaining).toBe(1);
  });

  it.each([
    ['a bad chunk size', '3\r\nabc\r\nzz\r\ndef', 'abczz\r\ndef'],
    ['a chunk without its end', '3\r\nabcXX0\r\n\r\n', 'abcXX0\r\n\r\n'],
  ])('is recorded once as malformed and answered when its framing breaks: %s', async (_, wire, body) => {
    const connection = await connectRaw(under.receiver.port);
    connection.write(`POST /chunks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${wire}`);
    expect((await connection.closed()).statuses).toEqual([200]);
    expect(under.sink.requests).toHaveLength(1);
    expect(under.sink.requests[0]).toMatchObject({ target: '/chunks', completeness: 'malformed' });
    expect(under.receiver.counters()).toMatchObject({ received: 1, malformed: 1, incomplete: 0 });
    expect(bodies()).toEqual([body]);
  });

  it('keeps the record of a complete request whose sender leaves before the answer', async () => {
    const gate = Promise.withResolvers<void>();
    under.sink.gate = gate.promise;
    const connection = await connectRaw(under.receiver.port);
    connection.write(request('abc'));
    await expect.poll(() => under.receiver.inFlight()).toBe(1);
    connection.socket.resetAndDestroy();
    await connection.closed();
    gate.resolve();
    expect(await under.sink.outcomeOf(1)).toEqual({ peerClosedAtMs: expect.any(Number) });
    expect(under.sink.requests).toHaveLength(1);
    expect(under.sink.requests[0]).toMatchObject({ completeness: 'complete' });
  });
});

describe('a connection without a request', () => {
  it.each(['', '\r\n\r\n'])('is not recorded: %j', async (bytes) => {
    const connection = await connectRaw(under.receiver.port);
    connection.write(bytes);
    connection.socket.end();
    await connection.closed();
    expect(under.sink.requests).toEqual([]);
  });

  it('is not recorded when it is dropped after its request was answered', async () => {
    const connection = await connectRaw(under.receiver.port);
    connection.write(request('abc'));
    await connection.answers(1);
    connection.socket.resetAndDestroy();
    await connection.closed();
    expect(under.sink.requests).toHaveLength(1);
  });
});

describe('many bodies at once', () => {
  it('are all read to their end though they do not fit the memory ceiling together', async () => {
    const small = await startReceiver({ limits: { maxBytesInFlight: 100_000 } });
    const body = 'x'.repeat(200_000);
    const connections = await Promise.all(Array.from({ length: 8 }, () => connectRaw(small.receiver.port)));
    for (const connection of connections) connection.write(request(body));
    const answers = await Promise.all(connections.map((connection) => connection.answers(1)));
    expect(answers.map(({ statuses }) => statuses)).toEqual(Array.from({ length: 8 }, () => [200]));
    expect(small.sink.requests.map(({ sizeBytes }) => sizeBytes)).toEqual(Array(8).fill(200_000));
    for (const { socket } of connections) socket.destroy();
    await small.close();
  });
});
