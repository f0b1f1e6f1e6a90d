import type { DeliveryReading } from './delivery-reading.ts';
import { parseEventTime } from './event-time.ts';
import { isJsonObject, ownValue, type JsonObject } from './json/json-object.ts';
import type { ProblemCode } from './problem-codes.ts';
import { findReferences } from './references.ts';
import { summariseEnvelope } from './summarise-envelope.ts';

/** Where an envelope lies in its body. */
export type EnvelopePlace = Pick<DeliveryReading, 'batchIndex' | 'start' | 'end'>;

/** Longer names and identifiers are not used: no call could ask for them, and an index would carry them. */
const identifierLimit = 1000;

/** What one envelope says. `problems` are those of its place in the body; those of the envelope follow them. Never throws. */
export function readEnvelope(
  envelope: JsonObject,
  place: EnvelopePlace,
  problems: readonly ProblemCode[],
): DeliveryReading {
  const found = [...problems];
  const eventId = readIdentifier(envelope, 'event_id', found);
  const eventName = readIdentifier(envelope, 'event_name', found);
  const eventTsMs = readEventTime(envelope, found);
  if (!Object.hasOwn(envelope, 'payload')) found.push('payload_missing');
  else if (!isJsonObject(envelope['payload'])) found.push('payload_not_object');
  return {
    ...place,
    unparsed: false,
    parseError: null,
    eventId,
    eventName,
    eventTsMs,
    references: findReferences(envelope),
    problems: found,
    summary: summariseEnvelope(envelope, eventName),
  };
}

function readIdentifier(envelope: JsonObject, name: 'event_id' | 'event_name', problems: ProblemCode[]): string | null {
  const value = ownValue(envelope, name);
  if (typeof value === 'string') {
    if (value !== '' && value.length <= identifierLimit) return value;
    problems.push(`${name}_unusable`);
  } else problems.push(value === undefined ? `${name}_missing` : `${name}_not_string`);
  return null;
}

function readEventTime(envelope: JsonObject, problems: ProblemCode[]): number | null {
  const value = ownValue(envelope, 'event_ts');
  const timeMs = typeof value === 'string' ? parseEventTime(value) : null;
  if (timeMs === null) problems.push(value === undefined ? 'event_ts_missing' : 'event_ts_invalid');
  return timeMs;
}
