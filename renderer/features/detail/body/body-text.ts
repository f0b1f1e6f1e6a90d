/** The bytes as text. `exact` is false where bytes are not UTF-8 and stand as U+FFFD in the text. */
export interface BodyText {
  text: string;
  exact: boolean;
}

/** Decodes UTF-8; a byte order mark stays in the text, because it was sent. */
export function readBodyText(body: Uint8Array): BodyText {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body), exact: true };
  } catch {
    // Not UTF-8: shown with replacement characters, and said so.
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(body), exact: false };
  }
}
