import { assertNever } from '../../errors/assert-never.ts';
import type { FieldSpec, FieldType } from '../../spec/kind-spec.ts';
import { jsonTypeOf, sourceText, type JsonSource } from '../json/json-source.ts';

/** Whether a value has a JSON type that the spec gives its field; null counts where the spec says the field may be null. */
export function matchesType(spec: FieldSpec, source: JsonSource): boolean {
  const type = jsonTypeOf(source);
  if (type === 'null') return spec.nullable;
  return [spec.type, ...spec.alsoTypes].some((wanted) => {
    if (type !== toJsonType(wanted)) return false;
    return wanted !== 'integer' || Number.isInteger(Number(sourceText(source)));
  });
}

/** The JSON type of a type of the spec: identifiers, times and encrypted values are strings. */
function toJsonType(type: FieldType): string {
  switch (type) {
    case 'string':
    case 'uuid':
    case 'timestamp':
    case 'unix-ms-string':
    case 'encrypted':
      return 'string';
    case 'integer':
      return 'number';
    case 'boolean':
    case 'object':
    case 'array':
      return type;
    default:
      return assertNever(type);
  }
}
