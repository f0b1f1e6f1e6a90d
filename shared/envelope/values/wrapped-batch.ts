// Envelopes inside other values. Exactly one array of envelopes directly in an object is a batch (the shape of a batch is not shown,
// and this is the common one); every other arrangement could mean something else, so it is not taken apart: it is named.
import { decodeSpan, type BodyText } from '../body-text.ts';
import { isEnvelope, isJsonObject } from '../json/json-object.ts';
import { jsonByte, memberSpans, type JsonSpan } from '../json/json-span.ts';
import { parseEnvelope } from '../parse-envelope.ts';
import { toPrintableLine } from '../printable-line.ts';

const placesShown = 3;
const placeLimit = 36;
const depthSearched = 4;
const valuesSearched = 10_000;

/** The one array of envelopes of an object; null where there is none, or more than one. */
export function findWrappedBatch(body: BodyText, wrapper: unknown): { span: JsonSpan; values: unknown[] } | null {
  if (!isJsonObject(wrapper) || !Object.values(wrapper).some(holdsEnvelopes)) return null;
  // Looked for in the bytes, because of two members of one name only the last is in the value.
  const batches = memberSpans(body.bytes, body.span.start)
    .map(({ value }) => value)
    .filter((span) => body.bytes[span.start] === jsonByte.openBracket)
    .map((span) => ({ span, values: parseEnvelope(decodeSpan(body.bytes, span)) }))
    .filter((batch): batch is { span: JsonSpan; values: unknown[] } => holdsEnvelopes(batch.values));
  const [batch, ...others] = batches;
  return batch === undefined || others.length > 0 ? null : batch;
}

/** Elements that are no envelopes do not keep an array from being a batch. */
function holdsEnvelopes(value: unknown): boolean {
  return Array.isArray(value) && value.some(isEnvelope);
}

/** What a value is instead of an envelope, and where in it envelopes lie. */
export function describeNonEnvelope(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const noun = Array.isArray(value) ? 'an array' : 'an object';
  const arrays = Object.entries(value).filter(([, member]) => holdsEnvelopes(member));
  if (!Array.isArray(value) && arrays.length > 1) {
    return `an object with more than one array of envelopes (${listPlaces(arrays.map(([key]) => key))})`;
  }
  const places = findEnvelopes(value);
  if (places.length > 0) return `${noun} with envelopes deeper inside (${listPlaces(places)})`;
  return Array.isArray(value) ? noun : `${noun} without event_id, event_name, event_ts and payload`;
}

/** Paths of envelopes, or of arrays of them, within a value; the nearest ones, and not beyond a few levels. */
function findEnvelopes(value: object): string[] {
  const places = new Set<string>();
  let level: [path: string, value: object][] = [['', value]];
  for (let depth = 0; depth < depthSearched && places.size === 0; depth += 1) {
    const deeper: [string, object][] = [];
    for (const [path, container] of level) {
      for (const [key, member] of Object.entries(container).slice(0, Math.max(0, valuesSearched - deeper.length))) {
        if (typeof member !== 'object' || member === null) continue;
        const place = Array.isArray(container) ? `${path}[]` : `${path}${path === '' ? '' : '.'}${key}`;
        if (isEnvelope(member)) places.add(place);
        deeper.push([place, member]);
      }
    }
    level = deeper;
  }
  return [...places];
}

function listPlaces(places: readonly string[]): string {
  const shown = places.slice(0, placesShown).map((place) => toPrintableLine(place, placeLimit));
  return places.length > placesShown ? `${shown.join(', ')}, …` : shown.join(', ');
}
