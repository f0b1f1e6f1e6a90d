import type { TermEdit } from '#shared/filter/edit-filter.ts';
import type { DecodedField } from '#shared/protocol/delivery.ts';
import { readValue } from './value-reading.ts';

/**
 * The edit of the filter that keeps, drops or adds deliveries whose field is as it is here; null where no term can say it (objects,
 * encrypted or cut values, and "or absent"). Elements of arrays are asked for in any position, since the language has no indexes.
 */
export function fieldEdit({ path, source, encrypted }: DecodedField, mode: TermEdit['mode']): TermEdit | null {
  const key = path === 'event_name' ? 'event' : path.replaceAll(/\[\d+\]/g, '');
  const reading = readValue(source, encrypted);
  switch (reading.form) {
    case 'absent':
      return mode === 'or' ? null : { key: 'has', value: key, mode: mode === 'include' ? 'exclude' : 'include' };
    case 'null':
      return { key, value: null, mode };
    case 'empty-string':
      return { key, value: '', mode };
    case 'string':
    case 'number':
    case 'boolean':
      return { key, value: reading.text, mode };
    default:
      return null;
  }
}
