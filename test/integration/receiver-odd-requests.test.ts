import { METHODS } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectRaw } from '#test/support/raw-exchange.ts';
import { startReceiver, type ReceiverUnderTest } from '#test/support/receiver-under-test.ts';

let under: ReceiverUnderTest;
beforeEach(async () => {
  under = await startReceiver({ limits: { maxBodyBytes: 100_000, keptBodyBytes: 1000 } });
});
afterEach(() => under.close());

const host = 'Host: x\r\n';
const post = (headers: string, body = '', target = '/hook'): string =>
  `POST ${target} HTTP/1.1\r\n${host}${headers}content-length: ${Buffer.byteLength(body, 'latin1')}\r\n\r\n${body}`;
const deepJson = '['.repeat(100_000).slice(0, 50_000);
const manyHeaders = Array.from({ length: 10_000 }, (_, i) => `h${i}: v\r\n`).join('');

/** Requests Node can parse: name, bytes, and the body as it must be stored. */
const wellFormed: [name: string, bytes: string, body: string][] = [
  ['an envelope', post('Content-Type: application/json\r\n', '{"event_id":"1"}'), '{"event_id":"1"}'],
  ['no content type', post('', '{"a":1}'), '{"a":1}'],
  ['an unknown content type', post('Content-Type: application/x-strange\r\n', 'abc'), 'abc'],
  ['a broken content type', post('Content-Type: ;;;/=\r\n', 'abc'), 'abc'],
  ['an empty content type', post('Content-Type: \r\n', 'abc'), 'abc'],
  ['multipart without a boundary', post('Content-Type: multipart/form-data\r\n', 'abc'), 'abc'],
  ['url-encoded', post('Content-Type: application/x-www-form-urlencoded\r\n', 'a=1&b=%zz'), 'a=1&b=%zz'],
  ['invalid JSON', post('Content-Type: application/json\r\n', '{"a":'), '{"a":'],
  ['JSON with __proto__', post('Content-Type: application/json\r\n', '{"__proto__":{"x":1}}'), '{"__proto__":{"x":1}}'],
  ['very deep JSON', post('Content-Type: application/json\r\n', deepJson), deepJson],
  ['an empty body', post('Content-Type: application/json\r\n'), ''],
  ['neither length nor body', `POST /hook HTTP/1.1\r\n${host}\r\n`, ''],
  ['NUL and high bytes', post('', '\0\x01\xff\xfe\xef\xbb\xbf'), '\0\x01\xff\xfe\xef\xbb\xbf'],
  ['a claimed gzip body', post('Content-Encoding: gzip\r\n', 'not gzip'), 'not gzip'],
  ['GET without a body', `GET /hook HTTP/1.1\r\n${host}\r\n`, ''],
  ['GET with a body', `GET /hook HTTP/1.1\r\n${host}content-length: 3\r\n\r\nabc`, 'abc'],
  ['OPTIONS with a body', `OPTIONS * HTTP/1.1\r\n${host}content-length: 3\r\n\r\nabc`, 'abc'],
  ['TRACE', `TRACE /hook HTTP/1.1\r\n${host}\r\n`, ''],
  ['QUERY without a content type', `QUERY /hook HTTP/1.1\r\n${host}content-length: 3\r\n\r\nabc`, 'abc'],
  ['HTTP/1.0', `POST /hook HTTP/1.0\r\ncontent-length: 3\r\n\r\nabc`, 'abc'],
  ['no Host', `POST /hook HTTP/1.1\r\ncontent-length: 3\r\n\r\nabc`, 'abc'],
  ['two Hosts', `POST /hook HTTP/1.1\r\n${host}${host}content-length: 3\r\n\r\nabc`, 'abc'],
  ['an absolute target', post('', 'abc', 'http://other.example/a?b'), 'abc'],
  ['a double-slash target', post('', 'abc', '//other.example/a'), 'abc'],
  ['a climbing target', post('', 'abc', '/../../etc/passwd'), 'abc'],
  ['a bad percent escape', post('', 'abc', '/%zz%'), 'abc'],
  ['an escaped NUL', post('', 'abc', '/%00'), 'abc'],
  ['a fragment in the target', post('', 'abc', '/a#b'), 'abc'],
  ['a target of 20,000 characters', post('', 'abc', `/${'x'.repeat(20_000)}`), 'abc'],
  ['a header of 200,000 characters', post(`x: ${'y'.repeat(200_000)}\r\n`, 'abc'), 'abc'],
  ['a header of 900,000 characters', post(`x: ${'y'.repeat(900_000)}\r\n`, 'abc'), 'abc'],
  ['10,000 headers', post(manyHeaders, 'abc'), 'abc'],
  ['duplicate headers', post('x: 1\r\nX: 2\r\nx: 1\r\n', 'abc'), 'abc'],
  ['a __proto__ header', post('__proto__: 1\r\nconstructor: 2\r\n', 'abc'), 'abc'],
  ['a latin1 header value', post('x: caf\xe9\r\n', 'abc'), 'abc'],
  ['a version header the router could use', post('Accept-Version: 9.x\r\n', 'abc'), 'abc'],
  ['an unknown expectation', post('Expect: miracle\r\n', 'abc'), 'abc'],
  ['Expect: 100-continue', post('Expect: 100-continue\r\n', 'abc'), 'abc'],
  ['a wish to upgrade', post('Connection: Upgrade\r\nUpgrade: websocket\r\n', 'abc'), 'abc'],
  [
    'chunks',
    `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n`,
    'abcde',
  ],
  [
    'chunks with trailers',
    `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nTrailer: T\r\n\r\n3\r\nabc\r\n0\r\nT: 1\r\n\r\n`,
    'abc',
  ],
];

/** Bytes Node refuses in which a request line can be recognised. */
const refused: [name: string, bytes: string][] = [
  ['an unknown method', `FOO / HTTP/1.1\r\n${host}\r\n`],
  ['an unknown version', `POST / HTTP/1.7\r\n${host}\r\n`],
  ['length and chunks at once', `POST / HTTP/1.1\r\n${host}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\nabc`],
  ['two lengths', `POST / HTTP/1.1\r\n${host}content-length: 3\r\ncontent-length: 4\r\n\r\nabc`],
  ['a negative length', `POST / HTTP/1.1\r\n${host}content-length: -1\r\n\r\n`],
  ['a length beyond 64 bits', `POST / HTTP/1.1\r\n${host}content-length: 99999999999999999999999\r\n\r\n`],
  ['a hexadecimal length', `POST / HTTP/1.1\r\n${host}content-length: 0x2\r\n\r\nab`],
  ['NUL in a header', `POST / HTTP/1.1\r\n${host}x: a\0b\r\n\r\n`],
  ['a space before the colon', `POST / HTTP/1.1\r\n${host}content-length : 3\r\n\r\nabc`],
  ['a header without a colon', `POST / HTTP/1.1\r\n${host}what is this\r\n\r\n`],
  ['a high byte in the target', post('', 'abc', '/\xff\xe9')],
  ['a control character in the target', `POST /\x01 HTTP/1.1\r\n${host}\r\n`],
];

describe('a request nobody else would take', () => {
  it.each(wellFormed)('is recorded once with equal bytes and answered 200: %s', async (_, bytes, body) => {
    const connection = await connectRaw(under.receiver.port);
    connection.write(Buffer.from(bytes, 'latin1'));
    const { statuses } = await connection.answers(1);
    connection.socket.destroy();

    expect(statuses).toEqual([200]);
    expect(under.sink.requests).toHaveLength(1);
    const [request] = under.sink.requests;
    expect(Buffer.from(request!.body).toString('latin1')).toBe(body);
    expect(request).toMatchObject({ completeness: 'complete', truncated: false, sizeBytes: body.length });
    expect(headOf(bytes)).toEqual([request!.method, request!.target, request!.rawHeaders]);
  });

  it.each(refused)('is recorded once as malformed and answered 200: %s', async (_, bytes) => {
    const connection = await connectRaw(under.receiver.port);
    connection.write(Buffer.from(bytes, 'latin1'));
    const { statuses } = await connection.closed();

    expect(statuses).toEqual([200]);
    expect(under.sink.requests).toHaveLength(1);
    const [request] = under.sink.requests;
    expect(request).toMatchObject({ completeness: 'malformed', answer: { status: 200, decidedBy: 'default' } });
    expect(Buffer.from(request!.body).toString('latin1')).toBe(bytes);
    expect([request!.method, request!.target]).toEqual(bytes.split(' ', 2));
  });

  it.each([
    ['random bytes', '\x00\x9f\x13\x37\r\n\r\n'],
    ['a TLS hello', '\x16\x03\x01\x02\x00\x01\x00'],
    ['an SSH banner', 'SSH-2.0-OpenSSH_9.2p1\r\n'],
  ])('is recorded and closed without an answer when it is no HTTP at all: %s', async (_, bytes) => {
    const connection = await connectRaw(under.receiver.port);
    connection.write(Buffer.from(bytes, 'latin1'));
    const { text } = await connection.closed();

    expect(text).toBe('');
    expect(under.sink.requests).toHaveLength(1);
    expect(under.sink.requests[0]).toMatchObject({
      completeness: 'malformed',
      answer: { action: 'reset', status: null },
    });
    expect(Buffer.from(under.sink.requests[0]!.body).toString('latin1')).toBe(bytes);
  });

  it.each(METHODS)('is answered 200 whatever its method: %s', async (method) => {
    const connection = await connectRaw(under.receiver.port);
    connection.write(`${method} ${method === 'CONNECT' ? 'x:443' : '/'} HTTP/1.1\r\n${host}connection: close\r\n\r\n`);
    const { statuses, text } = await connection.closed();

    expect(statuses).toEqual([200]);
    expect(text).not.toMatch(/access-control|transfer-encoding/i);
    expect(under.sink.requests.map((request) => request.method)).toEqual([method]);
  });

  it('is answered without a body when it is HEAD, even where a body is armed', async () => {
    under.arm({ action: 'respond', status: 500, body: 'down' });
    const connection = await connectRaw(under.receiver.port);
    connection.write(`HEAD / HTTP/1.1\r\n${host}connection: close\r\n\r\n`);
    const { text } = await connection.closed();

    expect(text).toMatch(/^HTTP\/1\.1 500 [^]*\r\n\r\n$/);
  });

  it('keeps the first bytes of a body over the limit, counts the rest and is answered like the others', async () => {
    const connection = await connectRaw(under.receiver.port);
    connection.write(post('', 'x'.repeat(150_000)));
    const { statuses } = await connection.answers(1);
    connection.socket.destroy();

    expect(statuses).toEqual([200]);
    expect(under.sink.requests).toHaveLength(1);
    expect(under.sink.requests[0]).toMatchObject({ sizeBytes: 150_000, truncated: true, completeness: 'complete' });
    expect(under.sink.requests[0]!.body).toHaveLength(1000);
  });

  it('is answered when the sender shuts down its side after the last byte', async () => {
    const connection = await connectRaw(under.receiver.port);
    connection.socket.end(post('', 'abc'));
    const { statuses } = await connection.closed();

    expect(statuses).toEqual([200]);
  });
});

/** Method, target and header pairs of a request as it was sent. */
function headOf(bytes: string): [string, string, [string, string][]] {
  const [line = '', ...headers] = (bytes.split('\r\n\r\n', 1)[0] ?? '').split('\r\n');
  const [method = '', target = ''] = line.split(' ');
  return [
    method,
    target,
    headers.map((header) => [header.split(':')[0] ?? '', header.slice(header.indexOf(':') + 1).trim()]),
  ];
}
