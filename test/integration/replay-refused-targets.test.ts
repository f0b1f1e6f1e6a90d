import type { LookupAddress } from 'node:dns';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { createMemoryReplayStore, type MemoryReplayStore } from '#test/support/memory-replay-store.ts';
import { startRecordingReceiver, type RecordingReceiver } from '#test/support/recording-receiver.ts';
import { createReplayHarness, type ReplayHarness } from '#test/support/replay-harness.ts';

let ours: RecordingReceiver;
let theirs: RecordingReceiver;
let store: MemoryReplayStore;
let harness: ReplayHarness;
let names: Record<string, LookupAddress[]>;

beforeEach(async () => {
  ours = await startRecordingReceiver();
  theirs = await startRecordingReceiver();
  store = createMemoryReplayStore([{}, {}]);
  names = {
    'rebound.example': [{ address: '127.0.0.1', family: 4 }],
    'mixed.example': [
      { address: '192.0.2.1', family: 4 },
      { address: '::1', family: 6 },
    ],
    'mapped.example': [{ address: '::ffff:127.0.0.1', family: 6 }],
    'metadata.example': [{ address: '169.254.169.254', family: 4 }],
    localhost: [
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ],
  };
  harness = createReplayHarness(store, {
    refusedOrigins: () => [{ host: '127.0.0.1', port: ours.port }],
    async resolveHost(hostname) {
      const addresses = names[hostname];
      if (!addresses) throw new Error('no such name');
      return addresses;
    },
  });
});
afterEach(async () => {
  await harness.close();
  await ours.close();
  await theirs.close();
});

const ownSpellings = [
  'http://127.0.0.1:PORT/',
  'https://127.0.0.1:PORT/',
  'HTTP://127.0.0.1:PORT/api/v1/replays?token=x#y',
  'http://127.1:PORT',
  'http://127.0.1:PORT',
  'http://127.127.127.127:PORT',
  'http://0x7f000001:PORT',
  'http://0x7F.0.0.0x1:PORT',
  'http://2130706433:PORT',
  'http://017700000001:PORT',
  'http://0177.0.0.1:PORT',
  'http://127.0.0.1.:PORT',
  'http://0.0.0.0:PORT',
  'http://0:PORT',
  'http://[::1]:PORT',
  'http://[0:0:0:0:0:0:0:1]:PORT',
  'http://[::]:PORT',
  'http://[::ffff:127.0.0.1]:PORT',
  'http://[::ffff:7f00:1]:PORT',
  'http://[::ffff:0.0.0.0]:PORT',
  'http://[::127.0.0.1]:PORT',
  'http://[64:ff9b::127.0.0.1]:PORT',
  'http://localhost:PORT',
  'http://LOCALHOST:PORT',
  'http://localhost.:PORT',
  'http://localhost..:PORT',
  'http://rebound.example:PORT',
  'http://mixed.example:PORT',
  'http://mapped.example:PORT',
  'http://１２７.0.0.1:PORT',
  'http://127。0。0。1:PORT',
  ' http://127.0.0.1:PORT ',
  'http://127.0.0.1:0PORT',
  'http:\\\\127.0.0.1:PORT',
  'http:127.0.0.1:PORT',
];

const credentialSpellings = [
  'http://169.254.169.254/latest/meta-data/',
  'http://169.254.0.1:8080/',
  'http://0xa9fea9fe/',
  'http://2852039166/',
  'http://169.16689662/',
  'http://0251.0376.0251.0376/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[fd00:ec2::254]/',
  'http://[fd00:0ec2:0:0:0:0:0:0254]/',
  'http://metadata.google.internal/',
  'http://METADATA.google.internal./',
  'http://metadata.example/',
];

const unfitUrls = [
  '',
  'not a url',
  '/relative',
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
  'unix:/run/docker.sock',
  'javascript:alert(1)',
  'http://user@example.com/',
  'http://user:pass@example.com/',
  'http://:pass@example.com/',
];

/** The message with which a target is refused before anything has happened. */
async function refusalOf(url: string): Promise<string> {
  const failure: unknown = await harness.start({ target: { url } }).catch((error: unknown) => error);
  if (ours.requests.length > 0 || store.replays.length > 0) return 'not refused before something was sent or stored';
  return failure instanceof AppError && failure.code === 'REPLAY_TARGET_REFUSED' ? failure.message : 'not refused';
}

describe('a target that is refused', () => {
  it.each(ownSpellings)('is Hookloupe itself, written %s', async (spelling) => {
    expect(await refusalOf(spelling.replace('PORT', String(ours.port)))).toMatch(/is Hookloupe itself/);
  });

  it('is Hookloupe itself at any address of this machine', async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
    for (const { address, family } of addresses) {
      const host = family === 'IPv6' ? `[${address}]` : address;
      expect(await refusalOf(`http://${host}:${ours.port}/`)).toMatch(/is Hookloupe itself/);
    }
  });

  it.each(credentialSpellings)('hands out credentials: %s', async (spelling) => {
    expect(await refusalOf(spelling)).toMatch(/hand out credentials/);
  });

  it.each(unfitUrls)("is no address to replay to: '%s'", async (url) => {
    expect(await refusalOf(url)).toMatch(/Give|Take them out/);
  });

  it('is a name without an address', async () => {
    const start = harness.start({ target: { url: 'http://nowhere.example/' } });
    await expect(start).rejects.toMatchObject({ code: 'TARGET_UNREACHABLE' });
  });

  it.each([
    [{ 'X-Split': 'a\r\nX-Injected: b' }],
    [{ 'X-Nul': 'a\0b' }],
    [{ 'X-Wide': '\u{1f50d}' }],
    [{ 'X Space': 'a' }],
    [{ '': 'a' }],
    [{ Host: 'elsewhere' }],
    [{ 'content-length': '5' }],
    [{ 'Transfer-Encoding': 'chunked' }],
    [{ 'Hookloupe-Origin': 'platform' }],
  ])('is one with the header %j', async (headers: Record<string, string>) => {
    const start = harness.start({ target: { url: theirs.url, headers } });
    await expect(start).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });

  it('is one with authentication that no header can carry', async () => {
    const start = harness.start({ target: { url: theirs.url, auth: 'apikey:\u{1f50d}' } });
    await expect(start).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });
});

describe('a target that is allowed', () => {
  it('is another port of this machine', async () => {
    expect(await harness.run({ target: { url: theirs.url } })).toMatchObject({ byStatus: { 200: 2 } });
    const named = `http://localhost:${theirs.port}/`;
    expect(await harness.run({ target: { url: named } })).toMatchObject({ byStatus: { 200: 2 }, targetUrl: named });
  });

  it('stays at the address it had at the start, whatever its name says later', async () => {
    names['moving.example'] = [{ address: '127.0.0.1', family: 4 }];
    const url = `http://moving.example:${theirs.port}/`;
    harness.replayer.onChange(() => {
      names['moving.example'] = [{ address: '192.0.2.1', family: 4 }];
    });
    const end = await harness.run({ target: { url } });
    expect(end.byStatus).toEqual({ 200: 2 });
    expect(theirs.requests[1]?.headers).toContainEqual(['host', `moving.example:${theirs.port}`]);
  });
});
