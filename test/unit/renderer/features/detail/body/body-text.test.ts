import { describe, expect, it } from 'vitest';
import { readBodyText, withoutMark } from '#renderer/features/detail/body/body-text.ts';

describe('the body as text', () => {
  it('keeps a byte order mark, because it was sent, and leaves it out where JSON is read', () => {
    const body = readBodyText(new Uint8Array([0xef, 0xbb, 0xbf, 0x7b]));
    expect(body).toEqual({ text: '\uFEFF{', exact: true, hasMark: true });
    expect(withoutMark(body)).toBe('{');
  });

  it('says so when bytes are not UTF-8', () => {
    expect(readBodyText(new Uint8Array([0x61, 0xff]))).toEqual({ text: 'a\uFFFD', exact: false, hasMark: false });
  });

  it('does not blame the sender for a character that we cut', () => {
    const half = new Uint8Array([0x61, 0xe2, 0x82]);
    expect(readBodyText(half, true)).toMatchObject({ text: 'a', exact: true });
    expect(readBodyText(half).exact).toBe(false);
  });
});
