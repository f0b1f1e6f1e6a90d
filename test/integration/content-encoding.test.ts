import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { DeliveryItem } from '#shared/protocol/delivery.ts';
import { startRecordingReceiver } from '#test/support/recording-receiver.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';
import { startTestEngine, type TestEngine } from '#test/support/test-engine.ts';

const folder = useTempFolder();

const limitBytes = 16 * 1024 * 1024;

function envelope(id: string, note = 'plain'): string {
  return JSON.stringify({
    event_id: id,
    event_name: 'notification.not_attempted',
    event_ts: '2026-11-21T13:03:57.417Z',
    payload: { notification_id: `ntf_${id}`, error_type: 4, error_string: 'too many', note },
  });
}

interface Posted {
  item: DeliveryItem;
  items: DeliveryItem[];
}

/** Posts one body with its Content-Encoding and gives the rows it became. */
async function post(engine: TestEngine, body: Uint8Array | string, coding: string): Promise<Posted> {
  const before = (await engine.call('status.read')).store.deliveries;
  expect((await engine.post(body, { 'content-encoding': coding })).status).toBe(200);
  await engine.listed(before + 1);
  // A batch is listed in several turns.
  await expect.poll(async () => (await engine.call('status.read')).store.pending).toBe(0);
  const { items } = await engine.call('deliveries.list', { query: { offset: before, limit: 1000 } });
  return { item: items[0] as DeliveryItem, items };
}

async function readBytes(engine: TestEngine, requestId: number, query = ''): Promise<Buffer> {
  const response = await engine.fetch(`/api/v1/requests/${requestId}/body${query}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const text = envelope('e1', 'é'.repeat(300));
const plain = Buffer.from(text);

const codings: readonly [name: string, coding: string, body: Uint8Array, shown: string[]][] = [
  ['gzip', 'gzip', gzipSync(plain), ['gzip']],
  ['gzip in capitals', 'GZip', gzipSync(plain), ['gzip']],
  ['x-gzip', 'x-gzip', gzipSync(plain), ['x-gzip']],
  [
    'gzip of two members',
    'gzip',
    Buffer.concat([gzipSync(plain.subarray(0, 9)), gzipSync(plain.subarray(9))]),
    ['gzip'],
  ],
  ['deflate in the zlib format', 'deflate', deflateSync(plain), ['deflate']],
  ['deflate without its frame', 'deflate', deflateRawSync(plain), ['deflate']],
  ['br', 'br', brotliCompressSync(plain), ['br']],
  ['zstd', 'zstd', zstdCompressSync(plain), ['zstd']],
  [
    'zstd of two frames',
    'zstd',
    Buffer.concat([zstdCompressSync(plain.subarray(0, 9)), zstdCompressSync(plain.subarray(9))]),
    ['zstd'],
  ],
  ['two codings', 'gzip, br', brotliCompressSync(gzipSync(plain)), ['gzip', 'br']],
  ['identity beside a coding', 'identity, gzip', gzipSync(plain), ['gzip']],
];

describe('a body with Content-Encoding', () => {
  it('is read whatever the coding is, and kept as it was received', async () => {
    const engine = await startTestEngine(folder.path('coded.hookloupe'));
    for (const [name, coding, body, shown] of codings) {
      const { item, items } = await post(engine, body, coding);
      expect([name, items.length, item.problems]).toEqual([name, 1, ['content_encoded']]);
      expect(item).toMatchObject({ eventId: 'e1', unparsed: false, batchIndex: null, sizeBytes: body.length });
      const detail = await engine.call('deliveries.read', { params: { id: item.id } });
      expect(detail.envelopeText).toBe(text);
      const decodedBytes = plain.length;
      expect(detail.request.contentEncoding).toEqual({ codings: shown, state: 'decoded', decodedBytes, message: null });
      expect((await readBytes(engine, item.requestId)).equals(body)).toBe(true);
      expect((await readBytes(engine, item.requestId, '?limit=5')).equals(body.subarray(0, 5))).toBe(true);
      expect((await readBytes(engine, item.requestId, '?view=decoded')).equals(plain)).toBe(true);
      expect((await readBytes(engine, item.requestId, '?view=decoded&limit=12')).toString()).toBe(text.slice(0, 12));
    }
  });

  it('says how much stands after the end of the encoded body', async () => {
    const engine = await startTestEngine(folder.path('left-out.hookloupe'));
    const { item } = await post(engine, Buffer.concat([brotliCompressSync(plain), Buffer.from('rest')]), 'br');
    const { request } = await engine.call('deliveries.read', { params: { id: item.id } });
    expect(request.contentEncoding).toMatchObject({
      state: 'decoded',
      message: 'Content-Encoding br: 4 bytes after the end of the encoded body are left out',
    });
  });

  it('is one delivery per envelope when it is a batch, in an array, in lines or in an object', async () => {
    const engine = await startTestEngine(folder.path('batches.hookloupe'));
    const bodies = [
      `[${envelope('a')},${envelope('b')}]`,
      `${envelope('c')}\r\n\r\n${envelope('d')}\n`,
      `{"count":2,"events":[${envelope('e')},7]}`,
    ];
    for (const body of bodies) await engine.post(gzipSync(body), { 'content-encoding': 'gzip' });
    await engine.listed(6);
    const { items } = await engine.call('deliveries.list');
    expect(items.map(({ batchIndex, eventId, problems }) => [batchIndex, eventId, problems.join(' ')])).toEqual([
      [0, 'a', 'content_encoded'],
      [1, 'b', 'content_encoded'],
      [0, 'c', 'content_encoded json_sequence'],
      [1, 'd', 'content_encoded json_sequence'],
      [0, 'e', 'content_encoded batch_wrapped'],
      [1, null, 'content_encoded batch_wrapped not_an_envelope'],
    ]);
    const details = await Promise.all(
      items.map(({ id }) => engine.call('deliveries.read', { params: { id } }).then((detail) => detail.envelopeText)),
    );
    expect(details).toEqual([...['a', 'b', 'c', 'd', 'e'].map((id) => envelope(id)), null]);
  });

  it('says where its JSON breaks off, by line and column of the decoded body', async () => {
    const engine = await startTestEngine(folder.path('broken-json.hookloupe'));
    const { item } = await post(engine, gzipSync('{\n  "event_id": x\n}'), 'gzip');
    expect(item).toMatchObject({ unparsed: true, problems: ['content_encoded', 'json_invalid'] });
    const { parseError } = await engine.call('deliveries.read', { params: { id: item.id } });
    expect(parseError).toEqual({ message: 'Unexpected character x at line 2, column 15', offset: 16 });
  });
});

const zeros = Buffer.alloc(200_000_000);
const bombs: readonly [name: string, coding: string, body: Uint8Array][] = [
  ['gzip', 'gzip', gzipSync(zeros)],
  ['deflate', 'deflate', deflateRawSync(zeros)],
  ['br', 'br', brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })],
  ['zstd', 'zstd', zstdCompressSync(zeros)],
  ['a bomb in a bomb', 'gzip, gzip', gzipSync(gzipSync(zeros))],
];

describe('a body that expands beyond the limit', () => {
  it('is shown as such, and its first bytes can be looked at', async () => {
    const engine = await startTestEngine(folder.path('bomb.hookloupe'));
    for (const [name, coding, body] of bombs) {
      const { item, items } = await post(engine, body, coding);
      expect([name, items.length, item.problems]).toEqual([name, 1, ['content_expands']]);
      expect(item).toMatchObject({ unparsed: true, sizeBytes: body.length });
      expect(item.summary).toContain('grows beyond 16 MB');
      const detail = await engine.call('deliveries.read', { params: { id: item.id } });
      expect(detail.parseError).toEqual({ message: item.summary, offset: null });
      expect(detail.request.contentEncoding).toMatchObject({ state: 'expands', decodedBytes: limitBytes });
      expect((await readBytes(engine, item.requestId)).equals(body)).toBe(true);
      const head = await readBytes(engine, item.requestId, '?view=decoded&limit=1000');
      expect(head.equals(zeros.subarray(0, 1000))).toBe(true);
      expect(await readBytes(engine, item.requestId, '?view=decoded')).toHaveLength(limitBytes);
    }
    expect((await post(engine, envelope('after'), 'identity')).item).toMatchObject({ eventId: 'after', problems: [] });
  });
});

const lies = [
  ['gzip', 'content_broken'],
  ['br', 'content_broken'],
  ['zstd', 'content_broken'],
  ['deflate', 'content_broken'],
  ['gzip, br', 'content_broken'],
  ['snappy', 'content_unknown_coding'],
  ['aws-chunked, gzip', 'content_unknown_coding'],
  [Array.from({ length: 9 }, () => 'gzip').join(','), 'content_unknown_coding'],
] as const;

describe('a body whose Content-Encoding is not true', () => {
  it('is read as the envelope it is, and flagged', async () => {
    const engine = await startTestEngine(folder.path('lie.hookloupe'));
    for (const [coding, code] of lies) {
      const { item } = await post(engine, text, coding);
      expect([coding, item.problems]).toEqual([coding, [code]]);
      expect(item).toMatchObject({ eventId: 'e1', unparsed: false });
      const detail = await engine.call('deliveries.read', { params: { id: item.id } });
      expect(detail.envelopeText).toBe(text);
      expect(detail.explanations.map(({ code: explained }) => explained)).toContain(code);
      expect((await readBytes(engine, item.requestId, '?view=decoded')).equals(plain)).toBe(true);
    }
  });

  it('is unparsed with the reason where it is no envelope either, and shows what could be decoded', async () => {
    const engine = await startTestEngine(folder.path('cut.hookloupe'));
    const cut = gzipSync(text).subarray(0, -20);
    const { item } = await post(engine, cut, 'gzip');
    expect(item).toMatchObject({ unparsed: true, problems: ['content_broken'] });
    expect(item.summary).toBe('Content-Encoding gzip: the body cannot be read as “gzip” (unexpected end of file)');
    const decoded = (await readBytes(engine, item.requestId, '?view=decoded')).toString();
    expect(decoded.length).toBeGreaterThan(20);
    expect(text.startsWith(decoded)).toBe(true);
  });

  it('keeps the envelopes that are whole before it breaks off', async () => {
    const engine = await startTestEngine(folder.path('salvaged.hookloupe'));
    const texts = Array.from({ length: 200 }, (_, at) => envelope(`s${at}`, String(Math.sin(at + 1))));
    const body = gzipSync(`[${texts.join(',')}]`);
    const { items } = await post(engine, body.subarray(0, Math.floor(body.length * 0.8)), 'gzip');
    const whole = items.slice(0, -1);
    expect(whole.length).toBeGreaterThan(100);
    expect(whole.map(({ eventId }) => eventId)).toEqual(whole.map((_, at) => `s${at}`));
    expect(whole.every(({ problems }) => problems.join(' ') === 'content_broken batch_broken')).toBe(true);
    expect(items.at(-1)).toMatchObject({ unparsed: true, problems: ['content_broken', 'json_invalid'] });
    const detail = await engine.call('deliveries.read', { params: { id: whole.at(-1)?.id ?? 0 } });
    expect(detail.envelopeText).toBe(texts[whole.length - 1]);
    expect(detail.explanations[0]).toMatchObject({ code: 'content_broken', severity: 'warning' });
  });

  it('keeps the envelopes that lie within the limit of one that expands beyond it', async () => {
    const engine = await startTestEngine(folder.path('too-long.hookloupe'));
    const filler = 'x'.repeat(5_000_000);
    const body = gzipSync(`[${['a', 'b', 'c', 'd'].map((id) => envelope(id, filler)).join(',')}]`);
    const { items } = await post(engine, body, 'gzip');
    expect(items.map(({ eventId, problems }) => [eventId, problems[0]])).toEqual([
      ['a', 'content_expands'],
      ['b', 'content_expands'],
      ['c', 'content_expands'],
      [null, 'content_expands'],
    ]);
  });

  it('is an empty body where there are no bytes', async () => {
    const engine = await startTestEngine(folder.path('empty.hookloupe'));
    const { item } = await post(engine, '', 'gzip');
    expect(item.problems).toEqual(['content_encoded', 'body_empty']);
  });
});

describe('what is done with deliveries of encoded bodies', () => {
  it('filters, diffs and exports what they say, and replays the bytes as received', async () => {
    const engine = await startTestEngine(folder.path('used.hookloupe'));
    const body = brotliCompressSync(envelope('e1', 'before'));
    await engine.post(body, { 'content-encoding': 'br' });
    await engine.post(envelope('e2', 'after'));
    await engine.listed(2);
    const found = async (filter: string): Promise<(string | null)[]> =>
      (await engine.call('deliveries.list', { query: { filter } })).items.map(({ eventId }) => eventId);
    expect(await found('payload.note:before')).toEqual(['e1']);
    expect(await found('has:payload.note')).toEqual(['e1', 'e2']);
    expect(await found('notification:ntf_e1')).toEqual(['e1']);
    expect(await found('text:before')).toEqual(['e1']);
    expect(await found('problem:content_encoded')).toEqual(['e1']);

    const diff = await engine.call('diff.create', { body: { a: 1, b: 2 } });
    expect(diff.sameBytes).toBe(false);
    expect(JSON.stringify(diff)).toContain('payload');
    expect(JSON.stringify(diff)).toContain('before');

    const lines = (await (await engine.fetch('/api/v1/export')).text()).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as { envelopeText: string }).map((line) => line.envelopeText)).toEqual([
      envelope('e1', 'before'),
      envelope('e2', 'after'),
    ]);

    const receiver = await startRecordingReceiver();
    try {
      await engine.call('replays.create', { body: { deliveryIds: [1], target: { url: receiver.url } } });
      await expect.poll(() => receiver.requests.length, { timeout: 10_000 }).toBe(1);
      expect(receiver.requests[0]?.body.equals(body)).toBe(true);
      expect(receiver.requests[0]?.headers).toContainEqual(['content-encoding', 'br']);
    } finally {
      await receiver.close();
    }
  });
});
