import { decodeSpan } from '../body-text.ts';
import { elementSpans, jsonByte, memberSpans, trimmedSpan, type JsonSpan } from './json-span.ts';
import { parseEnvelope } from '../parse-envelope.ts';

/** A JSON value by its source text: shown as sent, and never walked deeper than it is asked for. */
export interface JsonSource {
  bytes: Uint8Array;
  span: JsonSpan;
}

export type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array';

/** A JSON text as a source; null where it is not JSON. */
export function toJsonSource(text: string): JsonSource | null {
  if (parseEnvelope(text) === undefined) return null;
  const bytes = new TextEncoder().encode(text);
  return { bytes, span: trimmedSpan(bytes) };
}

export function sourceText(source: JsonSource): string {
  return decodeSpan(source.bytes, source.span);
}

/** JSON type by the first byte, which is all it takes in a text that is JSON. */
export function jsonTypeOf({ bytes, span }: JsonSource): JsonType {
  switch (bytes[span.start]) {
    case jsonByte.quote:
      return 'string';
    case jsonByte.openBrace:
      return 'object';
    case jsonByte.openBracket:
      return 'array';
    case 0x6e:
      return 'null';
    case 0x74:
    case 0x66:
      return 'boolean';
    default:
      return 'number';
  }
}

/** Members of an object in order of appearance; of duplicate keys the last value counts, as in JSON.parse. Empty for other types. */
export function memberSources(source: JsonSource): Map<string, JsonSource> {
  const members = new Map<string, JsonSource>();
  if (jsonTypeOf(source) !== 'object') return members;
  for (const { key, value } of memberSpans(source.bytes, source.span.start)) {
    const name = parseEnvelope(decodeSpan(source.bytes, key));
    members.set(String(name), { bytes: source.bytes, span: value });
  }
  return members;
}

/** The first `limit` elements of an array; empty for other types. */
export function elementSources(source: JsonSource, limit: number): JsonSource[] {
  if (jsonTypeOf(source) !== 'array') return [];
  return elementSpans(source.bytes, source.span.start, limit).map((span) => ({ bytes: source.bytes, span }));
}
