import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { generate } from 'selfsigned';
import { afterEach, describe, expect, it } from 'vitest';
import type { ReplayerOptions } from '#engine/replay/create-replayer.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { createMemoryReplayStore, type MemoryReplayStore } from '#test/support/memory-replay-store.ts';
import { startRecordingReceiver, type RecordedRequest } from '#test/support/recording-receiver.ts';
import { createReplayHarness } from '#test/support/replay-harness.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const resource of opened.splice(0).toReversed()) await resource.close();
});

async function receive(answer: (request: RecordedRequest, response: ServerResponse) => void) {
  const receiver = await startRecordingReceiver(answer);
  opened.push(receiver);
  return receiver;
}

/** A port on which every connection is handled by hand. */
async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined); // resets are what these tests are about
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push({
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  });
  return (server.address() as AddressInfo).port;
}

function harnessFor(store: MemoryReplayStore, options: Partial<ReplayerOptions> = {}) {
  const harness = createReplayHarness(store, options);
  opened.push(harness);
  return harness;
}

const several = (count: number) => Array.from({ length: count }, () => ({}));

describe('what a target answers', () => {
  it('is counted by status and kept with every shot', async () => {
    const { url } = await receive((request, response) => {
      const status = request.headers.some(([, value]) => value === '1/2') ? 500 : 202;
      response.writeHead(status, { 'X-Answer': 'yes' }).end(`said ${status}`);
    });
    const store = createMemoryReplayStore(several(3));
    const end = await harnessFor(store).run({ target: { url } });
    expect(end).toMatchObject({ state: 'done', sent: 3, byStatus: { 202: 2, 500: 1 }, message: null });
    expect(end.shots.map(({ status, error, responseBody }) => ({ status, error, responseBody }))).toEqual([
      { status: 202, error: null, responseBody: 'said 202' },
      { status: 500, error: null, responseBody: 'said 500' },
      { status: 202, error: null, responseBody: 'said 202' },
    ]);
    expect(end.shots[0]?.responseHeaders).toContainEqual(['X-Answer', 'yes']);
    expect(store.shots.map(({ deliveryId }) => deliveryId)).toEqual([1, 2, 3]);
  });

  it('is not followed when it is a redirect', async () => {
    const elsewhere = await receive((_request, response) => response.end());
    const { url } = await receive((_request, response) => response.writeHead(307, { Location: elsewhere.url }).end());
    const end = await harnessFor(createMemoryReplayStore([{}])).run({ target: { url } });
    expect(end.byStatus).toEqual({ 307: 1 });
    expect(elsewhere.requests).toEqual([]);
  });

  it('is kept to 64 KiB and read to its end when it is larger', async () => {
    const { url } = await receive((_request, response) => response.end('x'.repeat(200_000)));
    const store = createMemoryReplayStore([{}]);
    const end = await harnessFor(store).run({ target: { url } });
    expect(store.shots[0]?.responseBody.byteLength).toBe(65_536);
    expect(end.shots[0]).toMatchObject({ status: 200, error: null });
  });

  it('is cut off when it never ends', async () => {
    const { url } = await receive((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    });
    const end = await harnessFor(createMemoryReplayStore(several(2))).run({ target: { url } });
    expect(end).toMatchObject({ state: 'done', byStatus: { 200: 2 } });
    expect(end.shots[0]?.error).toBeNull();
  });

  it('shows the first 100 shots and stores all', async () => {
    const { url } = await receive((_request, response) => response.end());
    const store = createMemoryReplayStore(several(130));
    const harness = harnessFor(store);
    const end = await harness.run({ target: { url }, concurrency: 8 });
    expect(end.shots).toHaveLength(100);
    expect(store.shots).toHaveLength(130);
    expect(harness.replayer.read(end.id)).toEqual(end);
  });
});

describe('a target that does not answer', () => {
  it('is named in every shot when it is down, and the run goes on', async () => {
    const gone = await startRecordingReceiver();
    await gone.close();
    const store = createMemoryReplayStore(several(3));
    const end = await harnessFor(store).run({ target: { url: gone.url } });
    expect(end).toMatchObject({ state: 'done', sent: 3, byStatus: { error: 3 } });
    expect(store.shots.map(({ error }) => error)).toEqual(
      Array(3).fill(`connection refused by 127.0.0.1:${gone.port}`),
    );
  });

  it('is said to have closed the connection', async () => {
    const port = await listen((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const end = await harnessFor(createMemoryReplayStore([{}])).run({ target: { url: `http://127.0.0.1:${port}` } });
    expect(end.shots[0]).toMatchObject({
      status: null,
      error: `connection closed by 127.0.0.1:${port} before the answer was complete`,
    });
  });

  it('keeps its status when only the body breaks off', async () => {
    const port = await listen((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf')),
    );
    const end = await harnessFor(createMemoryReplayStore([{}])).run({ target: { url: `http://127.0.0.1:${port}` } });
    expect(end.byStatus).toEqual({ 200: 1 });
    expect(end.shots[0]).toMatchObject({ status: 200, responseBody: 'half' });
    expect(end.shots[0]?.error).toMatch(/before the answer was complete/);
  });

  it('is said not to speak HTTP, or not to speak TLS', async () => {
    const port = await listen((socket) => socket.once('data', () => socket.end('SSH-2.0-x\r\n')));
    const harness = harnessFor(createMemoryReplayStore([{}]));
    const plain = await harness.run({ target: { url: `http://127.0.0.1:${port}` } });
    expect(plain.shots[0]?.error).toMatch(/is not HTTP/);
    const secure = await harness.run({ target: { url: `https://127.0.0.1:${port}` } });
    expect(secure.shots[0]?.error).toMatch(/^no TLS connection to 127\.0\.0\.1/);
  });

  it('is not trusted with a certificate of its own making', async () => {
    const pem = await generate([{ name: 'commonName', value: 'localhost' }]);
    const server = createTlsServer({ key: pem.private, cert: pem.cert });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const end = await harnessFor(createMemoryReplayStore([{}])).run({ target: { url: `https://127.0.0.1:${port}` } });
    server.close();
    expect(end.shots[0]?.error).toMatch(/^the certificate of 127\.0\.0\.1:\d+ is not trusted/);
  });

  it('is given up after the time that a send may take', async () => {
    const { url } = await receive(() => undefined);
    const harness = harnessFor(createMemoryReplayStore([{}]), { limits: { totalMs: 100 } });
    expect((await harness.run({ target: { url } })).shots[0]).toMatchObject({
      status: null,
      error: 'no complete answer within 0.1 s',
    });
  });

  it('does not stop the run over a captured request that HTTP cannot carry again', async () => {
    const { url } = await receive((_request, response) => response.end());
    const store = createMemoryReplayStore([
      { rawHeaders: [['X-Bad', 'a\r\nb']] },
      { method: 'CONNECT' },
      { method: 'A B' },
      {},
    ]);
    const end = await harnessFor(store).run({ target: { url } });
    expect(end).toMatchObject({ state: 'done', byStatus: { error: 3, 200: 1 } });
    const errors = end.shots.slice(0, 3).map(({ error }) => error);
    for (const error of errors) expect(error).toMatch(/^the captured request cannot be sent again/);
  });
});

describe('a replay that is stopped', () => {
  it('ends at once while a send is under way, and says so in its shot', async () => {
    const { url, requests } = await receive(() => undefined);
    const store = createMemoryReplayStore(several(5));
    const harness = harnessFor(store);
    const { id } = await harness.start({ target: { url } });
    await expect.poll(() => requests.length).toBe(1);
    const end = await harness.replayer.stop(id);
    expect(end).toMatchObject({ state: 'stopped', sent: 1, total: 5, byStatus: { error: 1 } });
    expect(store.shots[0]?.error).toBe('stopped before the answer was complete');
  });

  it('ends at once while connections are being made, and leaves none behind', async () => {
    let open = 0;
    const port = await listen((socket) => {
      open += 1;
      socket.resume(); // else the end of the connection goes unnoticed
      socket.once('close', () => (open -= 1));
    });
    const harness = harnessFor(createMemoryReplayStore(several(80)));
    const { id } = await harness.start({ target: { url: `https://127.0.0.1:${port}/` }, concurrency: 64 });
    await expect.poll(() => open).toBe(64);
    expect(await harness.replayer.stop(id)).toMatchObject({ state: 'stopped', byStatus: { error: 64 } });
    await expect.poll(() => open).toBe(0);
  });

  it('ends at once while it waits for the next send', async () => {
    const { url, requests } = await receive((_request, response) => response.end());
    const store = createMemoryReplayStore([{}, { receivedAtMs: 40 * 86_400_000 }]);
    const harness = harnessFor(store);
    const { id } = await harness.start({ target: { url }, pace: 'original' });
    await expect.poll(() => store.shots.length).toBe(1);
    expect(await harness.replayer.stop(id)).toMatchObject({ state: 'stopped', sent: 1, byStatus: { 200: 1 } });
    expect(requests).toHaveLength(1);
  });

  it('is every running one when the replayer closes, and none can start afterwards', async () => {
    const { url } = await receive(() => undefined);
    const harness = createReplayHarness(createMemoryReplayStore(several(5)));
    const ids = [await harness.start({ target: { url } }), await harness.start({ target: { url } })].map(
      ({ id }) => id,
    );
    await harness.close();
    expect(ids.map((id) => harness.replayer.read(id)?.state)).toEqual(['stopped', 'stopped']);
    await expect(harness.start({ target: { url } })).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  it('is null when nobody knows it', async () => {
    const harness = harnessFor(createMemoryReplayStore([]));
    expect(await harness.replayer.stop(99)).toBeNull();
    expect(harness.replayer.read(99)).toBeNull();
  });
});

describe('a replay that cannot go on', () => {
  it('has failed and says why when a shot cannot be stored', async () => {
    const { url } = await receive((_request, response) => response.end());
    const store = createMemoryReplayStore(several(50));
    store.recordShot = async () => {
      throw new AppError('STORE_UNAVAILABLE', 'The disk is full. Make room.');
    };
    const end = await harnessFor(store).run({ target: { url }, concurrency: 4 });
    expect(end).toMatchObject({
      state: 'failed',
      sent: 0,
      message: 'The replay ended early: The disk is full. Make room.',
    });
  });

  it('is not begun when nothing is selected or the pace never sends', async () => {
    const { url } = await receive((_request, response) => response.end());
    const harness = harnessFor(createMemoryReplayStore(several(2)));
    await expect(harness.start({ filter: 'none', target: { url } })).rejects.toMatchObject({ code: 'REPLAY_EMPTY' });
    await expect(harness.start({ pace: '0/s', target: { url } })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });
});
