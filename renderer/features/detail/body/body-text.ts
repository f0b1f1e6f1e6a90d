/** The bytes as text. `exact` is false where bytes are not UTF-8 and stand as U+FFFD in the text. */
export interface BodyText {
  text: string;
  exact: boolean;
  /** The text starts with a byte order mark, which is part of it. */
  hasMark: boolean;
}

const byteOrderMark = '\uFEFF';

/** Decodes UTF-8; a byte order mark stays in the text, because it was sent. With `isHead` a character may be cut at the end. */
export function readBodyText(body: Uint8Array, isHead = false): BodyText {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return withMark(decoder.decode(body, { stream: isHead }), true);
  } catch {
    // Not UTF-8: shown with replacement characters, and said so.
    return withMark(new TextDecoder('utf-8', { ignoreBOM: true }).decode(body), false);
  }
}

/** The text without its byte order mark, which no JSON parser is asked to read. */
export function withoutMark({ text, hasMark }: Pick<BodyText, 'text' | 'hasMark'>): string {
  return hasMark ? text.slice(1) : text;
}

function withMark(text: string, exact: boolean): BodyText {
  return { text, exact, hasMark: text.startsWith(byteOrderMark) };
}
