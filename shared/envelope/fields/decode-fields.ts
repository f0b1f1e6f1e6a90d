// An envelope beside its documentation, field by field: the envelope first, then the payload, each in the order of the catalogue,
// then what the spec does not name in order of appearance. It reads spans of the source text rather than parsed values, so that
// numbers, escapes and duplicate keys are shown as sent, and nesting costs no stack. Unknown kinds and unknown fields are normal;
// a value that is not what the spec says keeps its status and gets a deviation.
import type { DecodedField } from '../../protocol/delivery.ts';
import { findKind } from '../../spec/catalogue.ts';
import { commonFields, envelopeFields, findCommonField } from '../../spec/common-fields.ts';
import type { FieldSpec, KindSpec } from '../../spec/kind-spec.ts';
import { matchesType } from './field-type.ts';
import { findDeviation } from './value-deviation.ts';
import {
  elementSources,
  jsonTypeOf,
  memberSources,
  sourceText,
  toJsonSource,
  type JsonSource,
} from '../json/json-source.ts';
import { jsonDepthExceeds, parseEnvelope } from '../parse-envelope.ts';
import { cutText } from '../printable-line.ts';
import { toReference } from '../references.ts';

/** Levels of nesting that are shown: a value nested deeper has `…` for its source. */
export const shownDepth = 512;

const sourceLimit = 10_000;
const elementLimit = 200;
const unknownFieldLimit = 1000;
const fieldLimit = 10_000;

/** Where fields of the common table can stand: deeper down a name means something else. */
const payloadPrefix = 'payload.';
const commonPrefixes: readonly string[] = ['', payloadPrefix];

type Members = ReadonlyMap<string, JsonSource>;

/** Where fields stand; `prefix` is what their paths start with, `kind` what the envelope says it is. */
interface Place {
  group: DecodedField['group'];
  prefix: string;
  kind: KindSpec | null;
}

/**
 * The fields of an envelope. `envelopeText` is its source text; where that is no JSON (because it was cut), `envelope`, the parsed
 * value, stands in. Fields that the spec names for the kind and that are absent are listed as `missing`; members of the objects and
 * arrays it describes follow their parent, for up to 200 elements; of unknown fields the first 1,000 of an object are listed, and
 * 10,000 fields in all. `payload` has a row of its own only where it is not an object. Empty where there is no object at all.
 * Never throws.
 */
export function decodeFields(envelope: unknown, envelopeText: string): DecodedField[] {
  const source = toJsonSource(envelopeText) ?? toJsonSource(stringify(envelope));
  if (source === null) return [];
  const top = memberSources(source);
  if (top.size === 0) return [];
  const kind = kindOf(top);
  const payload = top.get('payload');
  const payloadMembers = payload !== undefined && jsonTypeOf(payload) === 'object' ? memberSources(payload) : null;
  if (payloadMembers !== null) top.delete('payload');
  const envelopeSpecs = envelopeFields.filter(({ name }) => name !== 'payload' || payloadMembers === null);
  const topSpecs = [...envelopeSpecs, ...(kind?.topLevel ?? commonFieldsOf(top))];
  const fields = decodeMembers(top, topSpecs, { group: 'envelope', prefix: '', kind });
  if (payloadMembers === null) return fields;
  const payloadSpecs = kind?.payload ?? commonFieldsOf(payloadMembers);
  const payloadFields = decodeMembers(payloadMembers, payloadSpecs, { group: 'payload', prefix: payloadPrefix, kind });
  return [...fields, ...payloadFields].slice(0, fieldLimit);
}

function kindOf(top: Members): KindSpec | null {
  const source = top.get('event_name');
  const name = source === undefined ? undefined : parseEnvelope(sourceText(source));
  return typeof name === 'string' ? findKind(name) : null;
}

/** What the common table documents of a kind the spec does not name. */
function commonFieldsOf(members: Members): FieldSpec[] {
  return commonFields.filter(({ name }) => members.has(name));
}

function decodeMembers(members: Members, specs: readonly FieldSpec[], place: Place): DecodedField[] {
  const documented = specs.flatMap((spec) => decodeDocumented(members, spec, place));
  const names = new Set(specs.flatMap((spec) => [spec.name, ...spec.aliases]));
  const unknown = [...members].filter(([name]) => !names.has(name)).slice(0, unknownFieldLimit);
  const decoded = unknown.map(([name, source]): DecodedField => {
    const spec = commonPrefixes.includes(place.prefix) ? findCommonField(name) : null;
    return { ...describeField(name, place, spec), ...describeValue(name, source), status: 'new' };
  });
  return [...documented, ...decoded];
}

function decodeDocumented(members: Members, spec: FieldSpec, place: Place): DecodedField[] {
  const names = [spec.name, ...spec.aliases].filter((name) => members.has(name));
  if (names.length === 0) return [describeField(spec.name, place, spec)];
  return names.flatMap((name) => {
    const source = members.get(name) as JsonSource;
    const isKnown = matchesType(spec, source);
    const field: DecodedField = {
      ...describeField(name, place, spec),
      ...describeValue(name, source),
      status: isKnown ? 'known' : 'type-differs',
      deviation: isKnown ? findDeviation(scalarOf(source), spec, place.kind) : null,
    };
    return [field, ...decodeStructure(source, spec, { ...place, prefix: field.path })];
  });
}

/** Members of an object, or of each element of an array, that the spec describes. */
function decodeStructure(source: JsonSource, spec: FieldSpec, place: Place): DecodedField[] {
  if (spec.members.length === 0) return [];
  if (jsonTypeOf(source) === 'object') {
    return decodeMembers(memberSources(source), spec.members, { ...place, prefix: `${place.prefix}.` });
  }
  return elementSources(source, elementLimit).flatMap((element, index): DecodedField[] => {
    const name = `[${index}]`;
    if (jsonTypeOf(element) === 'object') {
      return decodeMembers(memberSources(element), spec.members, { ...place, prefix: `${place.prefix}${name}.` });
    }
    return [{ ...describeField(name, place, null), ...describeValue(name, element), status: 'type-differs' }];
  });
}

/** A field without a value: what the spec says about it, and `missing` until a value is found. */
function describeField(name: string, place: Place, spec: FieldSpec | null): DecodedField {
  return {
    path: `${place.prefix}${name}`,
    name,
    group: place.group,
    status: 'missing',
    type: null,
    source: null,
    spec: spec === null ? null : toDocumentation(spec),
    reference: null,
    encrypted: spec?.type === 'encrypted',
    deviation: null,
  };
}

function toDocumentation(spec: FieldSpec): NonNullable<DecodedField['spec']> {
  return {
    type: [spec.type, ...spec.alsoTypes].join(' | '),
    meaning: spec.meaning,
    nullable: spec.nullable,
    optional: spec.optional,
    allowed: [...spec.allowed],
    unit: spec.unit,
    section: spec.section,
  };
}

function describeValue(name: string, source: JsonSource): Pick<DecodedField, 'type' | 'source' | 'reference'> {
  const type = jsonTypeOf(source);
  const text = sourceText(source);
  const isStructure = type === 'object' || type === 'array';
  return {
    type,
    source: isStructure && jsonDepthExceeds(text, shownDepth) ? '…' : cutText(text, sourceLimit),
    reference: isStructure ? null : toReference(name, parseEnvelope(text)),
  };
}

/** The value of a string or number; structures are not walked for it. */
function scalarOf(source: JsonSource): unknown {
  const type = jsonTypeOf(source);
  return type === 'string' || type === 'number' ? parseEnvelope(sourceText(source)) : null;
}

function stringify(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return ''; // nested too deep for the stack, or no JSON value: there is nothing to list then
  }
}
