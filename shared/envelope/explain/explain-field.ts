import type { DecodedField, Explanation } from '../../protocol/delivery.ts';
import { findKind } from '../../spec/catalogue.ts';
import { toPrintableLine } from '../printable-line.ts';

const valueLimit = 60;
const pathLimit = 200;

/** The sentences about one field beside its documentation; none where it is as the specification says. */
export function explainField(field: DecodedField, eventName: string | null): Explanation[] {
  const path = toPrintableLine(field.path, pathLimit);
  const explain = (
    code: string,
    severity: Explanation['severity'],
    message: string,
    section?: string,
  ): Explanation => ({
    code,
    path: field.path,
    message,
    section: section ?? field.spec?.section ?? null,
    severity,
  });
  const found: Explanation[] = [];
  if (field.status === 'type-differs') found.push(explain('field_type', 'warning', typeMessage(field, path)));
  if (field.deviation !== null) {
    found.push(explain('field_value', 'warning', `${path} is ${valueOf(field)}: ${field.deviation}.`));
  }
  if (field.status === 'new') {
    found.push(explain('field_new', 'information', newMessage(field, path, eventName), 'Versioning'));
  }
  if (field.status === 'missing' && field.spec?.optional === false) {
    found.push(explain('field_missing', 'information', missingMessage(path, eventName), 'Common payload fields'));
  }
  const spelling = otherSpelling(field, eventName);
  if (spelling !== null && field.status !== 'missing') {
    found.push(explain('field_alias', 'information', `${path}: the specification also writes ${spelling}.`));
  }
  return found;
}

function typeMessage(field: DecodedField, path: string): string {
  const listed = field.spec === null ? 'an object with named members' : field.spec.type.replaceAll(' | ', ' or ');
  if (field.type === 'null')
    return `${path} is null; the specification lists ${listed} and does not say that it may be null.`;
  return `${path} is ${withArticle(field.type ?? 'value')} (${valueOf(field)}); the specification lists ${listed}.`;
}

/** Listed for a kind is not promised for a delivery: which fields are always present is not shown. */
function missingMessage(path: string, eventName: string | null): string {
  const kind = eventName !== null && findKind(eventName) !== null ? eventName : 'an envelope';
  return `The specification lists ${path} for ${kind}; it is absent here. Which fields are always present is not shown.`;
}

function newMessage(field: DecodedField, path: string, eventName: string | null): string {
  const what =
    field.spec === null || eventName === null
      ? `${path} is not in the specification`
      : `${path} is a common field that the specification does not list for ${toPrintableLine(eventName, valueLimit)}`;
  return `${what}; new properties may be added to events at any time.`;
}

/** The name of the body form, where a field of this kind came under the other one that the specification uses. */
function otherSpelling({ group, name }: DecodedField, eventName: string | null): string | null {
  const kind = findKind(eventName ?? '');
  const specs = (group === 'payload' ? kind?.payload : kind?.topLevel) ?? [];
  return specs.find(({ aliases }) => aliases.includes(name))?.name ?? null;
}

/** As sent, on one line; ciphertext says nothing and stays out. */
function valueOf({ source, encrypted }: DecodedField): string {
  return encrypted ? 'an encrypted value' : toPrintableLine(source ?? '', valueLimit);
}

function withArticle(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}
