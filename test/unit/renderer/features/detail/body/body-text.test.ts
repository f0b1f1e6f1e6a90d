import { describe, expect, it } from 'vitest';
import { readBodyText } from '#renderer/features/detail/body/body-text.ts';

describe('the body as text', () => {
  it('keeps a byte order mark, because it was sent', () => {
    expect(readBodyText(new Uint8Array([0xef, 0xbb, 0xbf, 0x7b]))).toEqual({ text: '\uFEFF{', exact: true });
  });

  it('says so when bytes are not UTF-8', () => {
    expect(readBodyText(new Uint8Array([0x61, 0xff]))).toEqual({ text: 'a\uFFFD', exact: false });
  });
});
