import type { DecodedField } from '#shared/protocol/delivery.ts';
import { readValue } from './value-reading.ts';

/** Epoch milliseconds of a field whose documentation or form says it is a time; null otherwise. */
export function readFieldTime(field: DecodedField): number | null {
  const reading = readValue(field.source, field.encrypted);
  if (reading.form !== 'string') return null;
  if (/^\d{4}-\d\d-\d\dT/.test(reading.text)) return finite(Date.parse(reading.text));
  // The specification writes some times as a string of Unix milliseconds; other digit strings are not times.
  const unixMs =
    /^\d{12,13}$/.test(reading.text) && (field.spec?.type === 'unix-ms-string' || field.name.endsWith('_at'));
  return unixMs ? finite(Number(reading.text)) : null;
}

function finite(atMs: number): number | null {
  return Number.isFinite(atMs) ? atMs : null;
}
