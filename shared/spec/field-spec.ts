import type { FieldSpec, FieldType } from './kind-spec.ts';

/** Meaning of a field that the spec lists by name and type only. */
export const notDescribed = 'Named in the specification without a description.';

/** Section in which the fields of each kind are listed. */
export const payloadSection = 'Payload of each event';

/** A field of the catalogue: what the spec does not say about it stays at its neutral value. */
export function field(
  name: string,
  type: FieldType,
  meaning: string,
  details: Partial<Omit<FieldSpec, 'name' | 'type' | 'meaning'>> = {},
): FieldSpec {
  return {
    name,
    type,
    meaning,
    alsoTypes: [],
    nullable: false,
    optional: false,
    allowed: [],
    unlisted: null,
    mayBeEmpty: false,
    observed: [],
    unit: null,
    aliases: [],
    section: payloadSection,
    members: [],
    ...details,
  };
}
