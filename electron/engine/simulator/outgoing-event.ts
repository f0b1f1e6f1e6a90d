import { AppError } from '#shared/errors/app-error.ts';
import type { Envelope } from './create-envelope.ts';

/** One event ready to be sent: its JSON text is fixed here, so that every attempt carries the same bytes. */
export interface OutgoingEvent {
  /** Null where a file's object has none. */
  eventId: string | null;
  eventName: string | null;
  json: string;
}

/** Fixes the bytes of a generated envelope. */
export function toOutgoingEvent(envelope: Envelope): OutgoingEvent {
  return { eventId: envelope.event_id, eventName: envelope.event_name, json: JSON.stringify(envelope) };
}

/**
 * The events of a file: one JSON object, a JSON array of them, or NDJSON. A single object and NDJSON lines keep their
 * text as written. Throws `SIMULATION_INVALID` that names the line which is not a JSON object.
 */
export function parseEventFile(text: string): OutgoingEvent[] {
  const whole = parseJson(text);
  if (Array.isArray(whole)) {
    return whole.map((element: unknown, i) => readEvent(element, JSON.stringify(element), `Element ${i + 1}`));
  }
  if (whole !== undefined) return [readEvent(whole, text.trim(), 'The file')];
  return text.split('\n').flatMap((line, i) => {
    const json = line.trim();
    return json === '' ? [] : [readEvent(parseJson(json), json, `Line ${i + 1}`)];
  });
}

function readEvent(value: unknown, json: string, where: string): OutgoingEvent {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const advice = 'Give one JSON object, a JSON array of objects, or one object per line.';
    throw new AppError('SIMULATION_INVALID', `${where} is not a JSON object. ${advice}`);
  }
  const { event_id: eventId, event_name: eventName } = value as Record<string, unknown>;
  return {
    eventId: typeof eventId === 'string' ? eventId : null,
    eventName: typeof eventName === 'string' ? eventName : null,
    json,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the caller names the line and says what is expected
  }
}
