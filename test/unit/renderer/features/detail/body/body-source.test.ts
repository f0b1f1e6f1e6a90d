import { describe, expect, it } from 'vitest';
import { bodySource, longestShownBytes } from '#renderer/features/detail/body/body-source.ts';
import type { ContentEncoding } from '#shared/protocol/delivery.ts';

const gzip = (state: ContentEncoding['state'], decodedBytes: number | null): ContentEncoding => ({
  codings: ['gzip'],
  state,
  decodedBytes,
  message: null,
});

describe('what is read of a body', () => {
  it('is all of it up to ten megabytes, above that the first one', () => {
    const plain = { sizeBytes: longestShownBytes, contentEncoding: null };
    expect(bodySource('pretty', plain)).toEqual({ view: 'raw', limit: undefined, totalBytes: longestShownBytes });
    expect(bodySource('raw', { ...plain, sizeBytes: longestShownBytes + 1 }).limit).toBe(1_000_000);
  });

  it('is what was decoded in Pretty and Decoded, and what was received in Raw and Hex', () => {
    const request = { sizeBytes: 100, contentEncoding: gzip('decoded', 900) };
    const views = (['pretty', 'decoded', 'raw', 'hex'] as const).map((form) => bodySource(form, request));
    expect(views.map(({ view }) => view)).toEqual(['decoded', 'decoded', 'raw', 'raw']);
    expect(views.map(({ totalBytes }) => totalBytes)).toEqual([900, 900, 100, 100]);
  });

  it('is the head of a bomb, whose length nobody counts', () => {
    const bomb = { sizeBytes: 200_000, contentEncoding: gzip('expands', 16_777_216) };
    expect(bodySource('decoded', bomb)).toEqual({ view: 'decoded', limit: 1_000_000, totalBytes: null });
    expect(bodySource('hex', bomb)).toEqual({ view: 'raw', limit: undefined, totalBytes: 200_000 });
  });

  it('is the bytes as received where the encoding was no true word', () => {
    expect(bodySource('pretty', { sizeBytes: 8, contentEncoding: gzip('broken', null) }).view).toBe('raw');
    expect(bodySource('decoded', { sizeBytes: 8, contentEncoding: gzip('unknown', null) }).view).toBe('raw');
  });
});
