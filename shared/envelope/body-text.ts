import { trimmedSpan, type JsonSpan } from './json/json-span.ts';

/** A request body on its way to readings. */
export interface BodyText {
  bytes: Uint8Array;
  /** The bytes as text without byte order mark; bytes that are not UTF-8 are U+FFFD. */
  text: string;
  isUtf8: boolean;
  /** What is left without byte order mark and the blanks around it. */
  span: JsonSpan;
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true });
const lenientDecoder = new TextDecoder('utf-8');

/** Decodes a body. Never throws: strangers send any bytes. */
export function toBodyText(bytes: Uint8Array): BodyText {
  const text = decodeStrictly(bytes);
  return { bytes, text: text ?? lenientDecoder.decode(bytes), isUtf8: text !== null, span: trimmedSpan(bytes) };
}

/** The text of a part of a body, with U+FFFD for bytes that are not UTF-8. */
export function decodeSpan(bytes: Uint8Array, span: JsonSpan): string {
  return lenientDecoder.decode(bytes.subarray(span.start, span.end));
}

/** Whether a part of a body is UTF-8. */
export function isUtf8Span(bytes: Uint8Array, span: JsonSpan): boolean {
  return decodeStrictly(bytes.subarray(span.start, span.end)) !== null;
}

function decodeStrictly(bytes: Uint8Array): string | null {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return null; // not UTF-8: the only way a strict decoder fails
  }
}
