import { once } from 'node:events';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import { generate } from 'selfsigned';
import { beforeAll, describe, expect, it } from 'vitest';
import { createProvenance } from '#engine/receiver/provenance.ts';
import { connectRaw } from '#test/support/raw-exchange.ts';
import { startReceiver } from '#test/support/receiver-under-test.ts';

let pems: { certPem: string; keyPem: string };
beforeAll(async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'hook.test' }], { keySize: 2048 });
  pems = { certPem: cert, keyPem: key };
});

const post = (port: number, options: https.RequestOptions = {}): Promise<number | string> =>
  new Promise((resolve) => {
    const request = https.request({ port, host: '127.0.0.1', method: 'POST', rejectUnauthorized: false, ...options });
    request.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    request.end('{}');
  });

describe('a receiver that ends TLS itself', () => {
  it('records protocol, cipher and server name', async () => {
    const under = await startReceiver({ tls: pems });
    expect(under.receiver.url).toBe(`https://127.0.0.1:${under.receiver.port}/`);
    expect(await post(under.receiver.port, { servername: 'hook.test', agent: false })).toBe(200);
    expect(under.sink.requests[0]!.tls).toEqual({
      protocol: 'TLSv1.3',
      cipher: expect.stringMatching(/^TLS_/),
      serverName: 'hook.test',
    });
    await under.close();
  });

  it('resets a connection when a reset is armed', async () => {
    const under = await startReceiver({ tls: pems });
    under.arm({ action: 'reset' });
    expect(await post(under.receiver.port, { agent: false })).toBe('ECONNRESET');
    expect(under.sink.requests).toHaveLength(1);
    await under.close();
  });

  it('refuses TLS below 1.2 and closes plain HTTP', async () => {
    const under = await startReceiver({ tls: pems });
    const old = tls.connect({
      port: under.receiver.port,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
      rejectUnauthorized: false,
    });
    await once(old, 'error');
    const plain = await connectRaw(under.receiver.port);
    plain.write('POST / HTTP/1.1\r\n\r\n');
    expect((await plain.closed()).statuses).toEqual([]);
    await under.close();
  });

  it('says what is wrong with a certificate', async () => {
    const broken = startReceiver({ tls: { ...pems, keyPem: 'no key' } });
    await expect(broken).rejects.toMatchObject({ code: 'TLS_INVALID', message: expect.stringContaining('PEM') });
  });
});

describe('a port that cannot be had', () => {
  it('is named, with the way to choose another', async () => {
    const other = net.createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as net.AddressInfo;
    await expect(startReceiver({ port })).rejects.toMatchObject({
      code: 'PORT_TAKEN',
      message: expect.stringMatching(new RegExp(`^Port ${port} .*--port`)),
    });
    other.close();
  });

  it('is told apart when the address is not of this machine', async () => {
    await expect(startReceiver({ host: '192.0.2.1' })).rejects.toMatchObject({ code: 'PORT_REFUSED' });
  });
});

describe('closing a receiver', () => {
  it('finishes what was accepted, and then takes no connection', async () => {
    const under = await startReceiver();
    under.arm({ action: 'respond', status: 500, delayMs: 80 });
    const busy = await connectRaw(under.receiver.port);
    const idle = await connectRaw(under.receiver.port);
    busy.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}');
    await under.sink.stored(1);
    await under.close();
    expect(await busy.closed()).toMatchObject({ statuses: [500], text: expect.stringMatching(/connection: close/i) });
    expect((await idle.closed()).text).toBe('');
    expect(await under.sink.outcomeOf(1)).toEqual({ answeredAtMs: expect.any(Number) });
    const refused = net.connect(under.receiver.port, '127.0.0.1');
    await expect(once(refused, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('waits three seconds at most for a sender that does not finish, and records what came', async () => {
    const under = await startReceiver();
    const slow = await connectRaw(under.receiver.port);
    slow.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc');
    await expect.poll(() => under.receiver.inFlight()).toBe(1);
    await under.close();
    await slow.closed();
    expect(under.sink.requests).toHaveLength(1);
    expect(under.sink.requests[0]).toMatchObject({ completeness: 'incomplete', sizeBytes: 3 });
  });

  it('waits three seconds at most for a delay, and records that it ended it without the answer', async () => {
    const under = await startReceiver();
    under.arm({ action: 'respond', status: 200, delayMs: 60_000 });
    const waiting = await connectRaw(under.receiver.port);
    waiting.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}');
    await under.sink.stored(1);
    await under.close();
    expect((await waiting.closed()).text).toBe('');
    expect(await under.sink.outcomeOf(1)).toEqual({ answeredAtMs: expect.any(Number), released: { status: null } });
  });
});

describe('a self-test', () => {
  it('is answered 204 and leaves no record, but only with its secret', async () => {
    const under = await startReceiver({ selfTestSecret: 's3cret' });
    under.arm({ action: 'respond', status: 500 }, { requests: 1 });
    const connection = await connectRaw(under.receiver.port);
    connection.write('POST / HTTP/1.1\r\nHost: x\r\nHookloupe-Self-Test: s3cret\r\n\r\n');
    connection.write('POST / HTTP/1.1\r\nHost: x\r\nHookloupe-Self-Test: guess\r\n\r\n');
    expect((await connection.answers(2)).statuses).toEqual([204, 500]);
    connection.socket.destroy();
    expect(under.sink.requests).toHaveLength(1);
    await under.close();
  });
});

describe('the provenance of a request', () => {
  it('is judged behind the loopback hop, and told to the store', async () => {
    const under = await startReceiver({ provenance: createProvenance({ markSecret: 'proof' }) });
    const connection = await connectRaw(under.receiver.port);
    const send = (headers: string): void => connection.write(`POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
    send('X-Forwarded-For: 1.2.3.4, 50.112.172.205\r\n');
    send('X-Forwarded-For: 52.73.72.6\r\nHookloupe-Origin: replay;proof\r\n');
    send('Hookloupe-Origin: simulator;proof\r\n');
    await connection.answers(3);
    connection.socket.destroy();
    expect(
      under.sink.requests.map((request) => [
        request.sourceAddress,
        request.environment,
        request.origin,
        request.remoteAddress,
      ]),
    ).toEqual([
      ['50.112.172.205', 'staging', 'platform', '127.0.0.1'],
      ['52.73.72.6', 'production', 'platform', '127.0.0.1'],
      ['127.0.0.1', 'other', 'simulator', '127.0.0.1'],
    ]);
    await under.close();
  });
});
