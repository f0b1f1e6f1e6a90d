import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMalformedHead, startOfRefused } from '#engine/receiver/malformed-head.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('the head of refused bytes', () => {
  it('tells what can be recognised', () => {
    expect(
      readMalformedHead(bytes('\r\nFOO /a b HTTP/9.9\r\nHost: x\r\nno colon\r\n: y\r\nApiKey:k\r\n\r\nbody: no')),
    ).toEqual({
      method: 'FOO',
      target: '/a b',
      httpVersion: '9.9',
      rawHeaders: [
        ['Host', 'x'],
        ['ApiKey', 'k'],
      ],
    });
  });

  it.each(['', 'GET /', 'GET / HTTP/1.1', '\x16\x03\x01', 'HTTP/1.1 200 OK\r\n', 'a b c\r\n'])(
    'is nothing where there is no request line: %j',
    (text) => {
      expect(readMalformedHead(bytes(text))).toBeNull();
    },
  );

  it('is read from any bytes without an error', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (any) => {
        expect(() => readMalformedHead(Buffer.from(any))).not.toThrow();
      }),
    );
  });
});

describe('the beginning of refused bytes', () => {
  const good = { method: 'POST', target: '/', bodyBytes: 3 };
  const text = 'POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc';

  it('is behind the well-formed requests of the packet', () => {
    expect(startOfRefused(bytes(`${text}${text}junk`), [good, good], 0)).toBe(text.length * 2);
    expect(startOfRefused(bytes('junk'), [], 0)).toBe(0);
  });

  it('is where the parser stopped when the end of a chunked body is not in the packet', () => {
    expect(startOfRefused(bytes(`${text}junk`), [{ ...good, bodyBytes: null }], 41)).toBe(41);
  });

  it('never leaves the packet', () => {
    const neighbour = fc.record({ method: fc.constant('POST'), target: fc.string(), bodyBytes: fc.nat() });
    fc.assert(
      fc.property(fc.uint8Array(), fc.array(neighbour), (any, neighbours) => {
        const start = startOfRefused(Buffer.from(any), neighbours, 0);
        expect(start).toBeGreaterThanOrEqual(0);
        expect(start).toBeLessThanOrEqual(any.length);
      }),
    );
  });
});
