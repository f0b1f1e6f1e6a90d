import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentCodings } from '#engine/store/content/content-codings.ts';
import { decodeContentHead } from '#engine/store/content/decode-content-head.ts';
import { decodeContent } from '#engine/store/content/decode-content.ts';
import { contentLimitBytes } from '#engine/store/content/run-decoder.ts';
import { salvageContent } from '#engine/store/content/salvage-content.ts';
import type { HeaderPair } from '#shared/http/header-pair.ts';

const encoders = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
} as const;
const coding = fc.constantFrom(...(Object.keys(encoders) as (keyof typeof encoders)[]));

const encodedAs = (...values: string[]): HeaderPair[] => values.map((value) => ['Content-Encoding', value]);

describe('undoing Content-Encoding', () => {
  it('knows the codings that bodies are sent with', () => {
    expect([...contentCodings.keys()].toSorted()).toEqual(Object.keys(encoders).toSorted());
  });

  it('gives back what was encoded, whatever the codings and however they are written', async () => {
    const chain = fc.array(coding, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 500 }),
        chain,
        fc.boolean(),
        async (bytes, names, isSplit) => {
          const body = names.reduce<Uint8Array>((encoded, name) => encoders[name](encoded), bytes);
          const headers = isSplit ? encodedAs(...names) : encodedAs(` ${names.join(' ,').toUpperCase()}, identity`);
          const content = decodeContent(body, headers);
          expect(content).toMatchObject({
            state: 'decoded',
            codings: names,
            decodedBytes: bytes.length,
            message: null,
          });
          expect(Buffer.from(bytes).equals(content?.bytes ?? Buffer.alloc(0))).toBe(true);
          const head = await decodeContentHead(body, headers, 10);
          expect(Buffer.from(bytes.subarray(0, 10)).equals(head)).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('never fails, whatever the bytes and the header', async () => {
    const header = fc.oneof(coding, fc.string(), fc.constantFrom('', ',', 'identity', 'gzip, nonsense', 'GZIP,,br'));
    const damaged = fc
      .tuple(fc.uint8Array({ maxLength: 100 }), coding, fc.nat(100), fc.nat(255))
      .map(([bytes, name, at, byte]) => {
        const body = Uint8Array.from(encoders[name](bytes));
        body[at % body.length] = byte;
        return body;
      });
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged, fc.uint8Array({ maxLength: 50 })), header, async (body, value) => {
        const content = decodeContent(body, encodedAs(value));
        expect((content?.bytes ?? body).length).toBeLessThanOrEqual(contentLimitBytes);
        expect(content === null || (content.bytes === null) === (content.state !== 'decoded')).toBe(true);
        expect(await decodeContentHead(body, encodedAs(value), 20)).toBeInstanceOf(Uint8Array);
        expect(salvageContent(body, encodedAs(value))?.length ?? 0).toBeLessThanOrEqual(contentLimitBytes);
      }),
      { numRuns: 500 },
    );
  });

  it('ends at the limit to the byte', () => {
    const fits = Buffer.alloc(contentLimitBytes, 'x');
    const tooLong = Buffer.alloc(contentLimitBytes + 1, 'x');
    for (const name of ['gzip', 'deflate', 'zstd'] as const) {
      expect(decodeContent(encoders[name](fits), encodedAs(name))).toMatchObject({ state: 'decoded' });
      expect(decodeContent(encoders[name](tooLong), encodedAs(name))).toMatchObject({ state: 'expands', bytes: null });
    }
    expect(decodeContent(deflateRawSync(tooLong), encodedAs('deflate'))).toMatchObject({ state: 'expands' });
    const frames = Buffer.concat([zstdCompressSync(fits), zstdCompressSync(fits)]);
    expect(decodeContent(frames, encodedAs('zstd'))).toMatchObject({ state: 'expands' });
  });

  it('reads a gzip body with a line break after it, and zstd of many frames', () => {
    const lineBreak = Buffer.concat([gzipSync('{}'), Buffer.from('\r\n')]);
    expect(decodeContent(lineBreak, encodedAs('gzip'))).toMatchObject({ state: 'decoded', decodedBytes: 2 });
    expect(decodeContent(lineBreak, encodedAs('gzip'))?.message).toContain('2 bytes after the end');
    const frames = (count: number): Buffer =>
      Buffer.concat(Array.from({ length: count }, () => zstdCompressSync('{}')));
    expect(decodeContent(frames(10_000), encodedAs('zstd'))).toMatchObject({ state: 'decoded', message: null });
    const tooMany = decodeContent(frames(10_001), encodedAs('zstd'));
    expect(tooMany).toMatchObject({ state: 'broken' });
    expect(tooMany?.message).toContain('more than 10,000 frames');
  });

  it('salvages what comes before the end of a body that is cut, damaged or too long', () => {
    const text = Buffer.from(Array.from({ length: 40_000 }, (_, at) => `{"n":${at * 7919}}`).join('\n'));
    for (const name of ['gzip', 'deflate', 'br', 'zstd'] as const) {
      const body = Uint8Array.from(encoders[name](text));
      const damaged = Uint8Array.from(body);
      damaged.fill(0xff, Math.floor(body.length / 2), Math.floor(body.length / 2) + 40);
      for (const broken of [body.subarray(0, Math.floor(body.length * 0.7)), damaged]) {
        expect(decodeContent(broken, encodedAs(name))).toMatchObject({ state: 'broken' });
        const salvaged = salvageContent(broken, encodedAs(name)) ?? new Uint8Array();
        // Behind the damage a decoder may give wrong bytes until it notices.
        const sure = Math.floor(text.length / 5);
        expect([name, text.subarray(0, sure).equals(salvaged.subarray(0, sure))]).toEqual([name, true]);
      }
    }
    const long = Buffer.alloc(contentLimitBytes * 2, 'x');
    for (const name of ['gzip', 'deflate', 'zstd'] as const) {
      const salvaged = salvageContent(encoders[name](long), encodedAs(name)) ?? new Uint8Array();
      expect([name, salvaged.length > contentLimitBytes / 2]).toEqual([name, true]);
      expect(salvaged.length).toBeLessThanOrEqual(contentLimitBytes);
    }
    expect(salvageContent(Buffer.from('{}'), encodedAs('snappy'))).toBeNull();
  });

  it('leaves a body without codings alone', () => {
    for (const headers of [[], encodedAs('identity'), encodedAs(''), encodedAs(' , ')]) {
      expect(decodeContent(Buffer.from('{}'), headers)).toBeNull();
    }
  });
});
