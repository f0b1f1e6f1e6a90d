// Where a value of the right JSON type is not what the specification says of it: a form (UUID, time), a list of values, or the kind
// that event_name gives. It judges nothing that the specification leaves open, and where the specification has two forms, both pass.
import { assertNever } from '../../errors/assert-never.ts';
import type { FieldSpec, FieldType, KindSpec } from '../../spec/kind-spec.ts';
import { parseEventTime } from '../event-time.ts';

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Milliseconds since 1970 up to the year 5138; shorter ones are seconds or something else. */
const unixMsPattern = /^\d{11,14}$/;
const millisecondUtcPattern = /\.\d{3}Z$/;

/** How a value (never null, of a JSON type that the spec gives the field) differs from the spec; null where it does not. */
export function findDeviation(value: unknown, spec: FieldSpec, kind: KindSpec | null): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  if (value === '' && spec.mayBeEmpty) return null;
  return formDeviation(value, spec) ?? listDeviation(value, spec) ?? kindDeviation(value, spec, kind);
}

function formDeviation(value: string | number, spec: FieldSpec): string | null {
  if (typeof value === 'number') return null;
  const types = [spec.type, ...spec.alsoTypes];
  const expected = types.map((type) => expectedForm(value, type));
  if (expected.includes(null)) return spec.name === 'event_ts' ? precisionDeviation(value) : null;
  return `not ${expected.join(' and not ')}`;
}

/** What a string of that type is written as; null where the value is. */
function expectedForm(value: string, type: FieldType): string | null {
  switch (type) {
    case 'uuid':
      return uuidPattern.test(value) ? null : 'a UUID';
    case 'timestamp':
      return parseEventTime(value) === null ? 'an ISO 8601 time with an offset' : null;
    case 'unix-ms-string':
      return unixMsPattern.test(value) ? null : 'Unix time in milliseconds';
    case 'string':
    case 'encrypted':
    case 'integer':
    case 'boolean':
    case 'object':
    case 'array':
      return null;
    default:
      return assertNever(type);
  }
}

/** Read all the same; the spec promises milliseconds and the UTC suffix for this field alone. */
function precisionDeviation(value: string): string | null {
  return millisecondUtcPattern.test(value) ? null : 'not written with milliseconds and the UTC suffix Z';
}

function listDeviation(value: string | number, { allowed, unlisted }: FieldSpec): string | null {
  if (allowed.length === 0 || allowed.includes(String(value))) return null;
  const list = allowed.length === 1 ? allowed.join('') : `one of ${allowed.join(', ')}`;
  return `not ${list}${unlisted === null ? '' : `; ${unlisted}`}`;
}

/** event_type and event_subtype repeat the parts of event_name, which is `<category>.<subtype>`. */
function kindDeviation(value: string | number, { name }: FieldSpec, kind: KindSpec | null): string | null {
  if (kind === null || (name !== 'event_type' && name !== 'event_subtype')) return null;
  const part = name === 'event_type' ? 0 : 1;
  const parts = [kind.name, ...kind.aliases].map((eventName) => eventName.split('.')[part] ?? '');
  return parts.includes(String(value)) ? null : `not ${parts[0]}, which event_name says`;
}
