/** A JSON object of a stranger: read it through `ownValue`, so that a `__proto__` key stays a key. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member of that name, undefined where there is none or no object. */
export function ownValue(object: unknown, name: string): unknown {
  return isJsonObject(object) && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A string that is not empty, or an integer as text; null for everything else. Larger integers would not be what was sent. */
export function toIdentifier(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return Number.isSafeInteger(value) ? String(value) : null;
}

const envelopeKeys = ['event_id', 'event_name', 'event_ts', 'payload'] as const;

/** Whether a value is an envelope for the tolerant reader: an object with at least one member of the envelope. */
export function isEnvelope(value: unknown): value is JsonObject {
  return isJsonObject(value) && envelopeKeys.some((key) => Object.hasOwn(value, key));
}
