import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReplayableDelivery } from '#engine/store/store.ts';
import { headerValues, type HeaderPair } from '#shared/http/header-pair.ts';
import { createMemoryReplayStore } from '#test/support/memory-replay-store.ts';
import { startRecordingReceiver, type RecordingReceiver } from '#test/support/recording-receiver.ts';
import { createReplayHarness } from '#test/support/replay-harness.ts';

let receiver: RecordingReceiver;
beforeEach(async () => {
  receiver = await startRecordingReceiver();
});
afterEach(() => receiver.close());

async function replay(deliveries: Partial<ReplayableDelivery>[], input: object = {}, target: object = {}) {
  const store = createMemoryReplayStore(deliveries);
  const harness = createReplayHarness(store);
  const end = await harness.run({ ...input, target: { url: receiver.url, ...target } });
  await harness.close();
  return { store, end };
}

const edges = [
  '',
  '{',
  '\0',
  '\r\n\r\n',
  '0\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
  '\uFEFF{"a":1}',
  '{"a":1}\n',
  ' {"a" : 1.0 , "a":1e0} ',
  '{"n":9007199254740993}',
  '"\\ud800"',
  'e\u0301 \u00e9 \u{1f50d}',
  '['.repeat(100_000),
].map((text) => Buffer.from(text));
const binary = [
  Buffer.from([0xff, 0xfe, 0x80, 0xc0, 0xaf]),
  Buffer.from('{"a":"\u00ff"}', 'latin1'),
  Buffer.from('\uD83D{}', 'utf16le'),
  Buffer.from([0x1f, 0x8b, 0x08, 0x00]),
  randomBytes(5 * 1024 * 1024),
  randomBytes(65_536),
  randomBytes(65_537),
];
const sized = Array.from({ length: 30 }, (_, index) => randomBytes(index * index * 7));
const hostileBodies = [...edges, ...binary, ...sized];

describe('the bytes of a replay', () => {
  it('reach the target exactly as they were captured', async () => {
    expect(hostileBodies).toHaveLength(50);
    const { end } = await replay(hostileBodies.map((body) => ({ body })));
    expect(end).toMatchObject({ state: 'done', total: 50, sent: 50, byStatus: { 200: 50 } });
    const same = receiver.requests.map(({ body }, index) => body.equals(hostileBodies[index] as Buffer));
    expect(same).toEqual(hostileBodies.map(() => true));
    const lengths = receiver.requests.map(({ headers }) => headerValues(headers, 'content-length'));
    expect(lengths).toEqual(hostileBodies.map((body) => [String(body.length)]));
  });

  it('are replaced by the edited body, which is no longer encoded', async () => {
    const encoded = { body: Buffer.from([1, 2]), rawHeaders: [['Content-Encoding', 'gzip']] as HeaderPair[] };
    const { store } = await replay([encoded], { deliveryIds: [1], body: '{"edited":"é"}' });
    expect(receiver.requests[0]?.body.toString()).toBe('{"edited":"é"}');
    expect(headerValues(receiver.requests[0]?.headers ?? [], 'content-encoding')).toEqual([]);
    expect(store.shots[0]?.edited).toBe(true);
  });

  it('keep the method and go to the path of the target', async () => {
    const methods = ['PUT', 'GET', 'DELETE', 'M-SEARCH', 'OPTIONS', 'HEAD'];
    const url = `${receiver.url}my/hook?a=%2F&b`;
    const { end } = await replay(
      methods.map((method) => ({ method })),
      {},
      { url },
    );
    expect(end.byStatus).toEqual({ 200: methods.length });
    const seen = receiver.requests.map(({ method, target, body }) => [method, target, body.toString()]);
    expect(seen).toEqual(methods.map((method) => [method, '/my/hook?a=%2F&b', '{}']));
  });
});

const withoutFraming = (headers: readonly HeaderPair[]) =>
  headers.filter(([name]) => !['host', 'connection', 'content-length'].includes(name.toLowerCase()));

describe('the headers of a replay', () => {
  const captured: HeaderPair[] = [
    ['HOST', 'capture.example.com'],
    ['content-TYPE', 'application/json'],
    ['Authorization', 'basic c2VjcmV0'],
    ['apikey', 'secret'],
    ['X-Twice', '1'],
    ['x-between', 'b'],
    ['X-Twice', '2'],
    ['X-Latin', 'caf\u00e9'],
    ['Content-Length', '2'],
    ['Connection', 'keep-alive, X-Local'],
    ['X-Local', 'gone'],
    ['X-Forwarded-For', '52.73.72.6'],
    ['Transfer-Encoding', 'chunked'],
    ['Expect', '100-continue'],
    ['hookloupe-origin', 'simulator'],
    ['User-Agent', 'sender/1'],
  ];

  it('are the captured end-to-end headers in order and case, and our marks', async () => {
    await replay([{ rawHeaders: captured }]);
    const { headers = [] } = receiver.requests[0] ?? {};
    expect(withoutFraming(headers)).toEqual([
      ['content-TYPE', 'application/json'],
      ['X-Twice', '1'],
      ['x-between', 'b'],
      ['X-Twice', '2'],
      ['X-Latin', 'caf\u00e9'],
      ['User-Agent', 'sender/1'],
      ['hookloupe-origin', 'replay'],
      ['hookloupe-replay', '1/1'],
    ]);
    expect(headerValues(headers, 'host')).toEqual([`127.0.0.1:${receiver.port}`]);
  });

  it.each([
    ['none', []],
    ['basic:me:pa:ss', [['Authorization', `basic ${Buffer.from('me:pa:ss').toString('base64')}`]]],
    ['apikey:k-1', [['ApiKey', 'k-1']]],
    ['bearer:t-1', [['Authorization', 'Bearer t-1']]],
    ['bearer:env:TOKEN', [['Authorization', 'Bearer secret of TOKEN']]],
  ])('prove themselves to the target with %s', async (auth, expected) => {
    await replay([{ rawHeaders: captured }], {}, { auth });
    const { headers = [] } = receiver.requests[0] ?? {};
    expect(headers.filter(([name]) => /^(?:authorization|apikey)$/i.test(name))).toEqual(expected);
  });

  it('are overridden by the headers asked for', async () => {
    const headers = { 'X-TWICE': 'mine', Authorization: 'Custom', 'X-New': '' };
    await replay([{ rawHeaders: captured }], {}, { auth: 'bearer:t', headers });
    const { headers: sent = [] } = receiver.requests[0] ?? {};
    expect(sent.filter(([name]) => /^(?:x-twice|authorization|x-new)$/i.test(name))).toEqual(Object.entries(headers));
  });

  it('never leave a credential in the record of the replay', async () => {
    const target = { auth: 'basic:me:hush', headers: { 'X-Key': 'hush' } };
    const { store } = await replay([{}], { deliveryIds: [1], body: 'hush' }, target);
    expect(JSON.stringify(store.replays)).not.toContain('hush');
    expect(store.replays[0]?.request).toMatchObject({ target: { headerNames: ['X-Key'] }, edited: true });
  });
});
