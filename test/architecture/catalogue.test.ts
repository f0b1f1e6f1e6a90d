// The catalogue is data copied from the specification; a second copy, made by hand, holds it equal in both directions.
import { describe, expect, it } from 'vitest';
import { documentedAnswers } from '#shared/spec/answers.ts';
import { catalogue, findKind } from '#shared/spec/catalogue.ts';
import { commonFields, envelopeFields, findCommonField } from '#shared/spec/common-fields.ts';
import { emissionRules } from '#shared/spec/emission-rules.ts';
import { actionTypes, notAttemptedReasons } from '#shared/spec/field-values.ts';
import type { FieldSpec } from '#shared/spec/kind-spec.ts';
import { attemptLimit, limits } from '#shared/spec/limits.ts';
import { notShown } from '#shared/spec/not-shown.ts';
import * as statements from '#test/fixtures/spec/statements.ts';
import * as transcription from '#test/fixtures/spec/transcription.ts';

interface TranscribedField {
  name: string;
  type: string | null;
  optional: boolean;
  nullable: boolean;
}

function readField(line: string): TranscribedField {
  const [head = '', type = null] = line.split(': ');
  return { name: head.replace(/[?~]/g, ''), type, optional: head.includes('?'), nullable: head.includes('~') };
}

const names = (fields: readonly FieldSpec[]): string[] => fields.map(({ name }) => name);

/** What the fixture says of each field: its own type and marks, or those of the common table. */
function transcribed(lines: readonly string[], fields: readonly FieldSpec[]): TranscribedField[] {
  return lines.map((line) => {
    const own = readField(line);
    const common = transcription.commonFields.map(readField).find(({ name }) => name === own.name);
    const spec = fields.find(({ name }) => name === own.name);
    return {
      name: own.name,
      // A field whose list gives no type anywhere is free in its type.
      type: own.type ?? common?.type ?? spec?.type ?? null,
      optional: own.optional || (common?.optional ?? false),
      nullable: own.nullable || (common?.nullable ?? false),
    };
  });
}

function summarised(fields: readonly FieldSpec[]): TranscribedField[] {
  return fields.map(({ name, type, optional, nullable }) => ({ name, type, optional, nullable }));
}

const byName = (a: TranscribedField, b: TranscribedField): number => (a.name < b.name ? -1 : 1);

describe('the catalogue', () => {
  it('has the 21 kinds of the specification and no other, in its order', () => {
    expect(catalogue.map(({ name }) => name)).toEqual(Object.keys(transcription.kinds));
    expect(catalogue).toHaveLength(21);
  });

  it.each(Object.entries(transcription.kinds))('has every field of %s and no other', (name, kind) => {
    const spec = findKind(name);
    const { topLevel = [], payload = [] } = spec ?? {};
    expect(summarised(topLevel)).toEqual(transcribed(kind.topLevel, topLevel));
    expect(summarised(payload).toSorted(byName)).toEqual(transcribed(kind.payload, payload).toSorted(byName));
    expect(spec).toMatchObject({ origin: kind.origin, aliases: kind.aliases, section: kind.section });
  });

  it('has the envelope and the common table', () => {
    expect(summarised(envelopeFields)).toEqual(transcription.envelopeFields.map(readField));
    expect(summarised(commonFields)).toEqual(transcription.commonFields.map(readField));
  });

  it('has the members of the structured values, wherever they are used', () => {
    const structured = allFields().filter(({ members }) => members.length > 0);
    expect(names(structured).toSorted()).toEqual(Object.keys(transcription.structures).toSorted());
    for (const { name, members } of structured) {
      expect(summarised(members)).toEqual((transcription.structures[name] ?? []).map(readField));
    }
  });

  it('lists allowed and observed values where the specification does', () => {
    expect(valuesOf('allowed')).toEqual(statements.allowedValues);
    expect(valuesOf('observed')).toEqual(statements.observedValues);
  });

  it('keeps the double forms of the specification, and has no others', () => {
    expect(placesOf(({ aliases }) => aliases.length > 0)).toEqual(['powerups_data.pdf_received submission_id']);
    expect(fieldAt('powerups_data.pdf_received submission_id')?.aliases).toEqual(['submissionId']);
    expect(placesOf(({ alsoTypes, name }) => alsoTypes.length > 0 && name !== 'customer_id')).toEqual([
      'powerups_data.pdf_received date_submitted_at',
    ]);
    expect(fieldAt('powerups_data.pdf_received date_submitted_at')?.alsoTypes).toEqual(['timestamp']);
    expect(findCommonField('customer_id')?.alsoTypes).toEqual(['string']);
  });

  it('says where a value may be an empty string, as the specification does', () => {
    expect(commonFields.filter(({ mayBeEmpty }) => mayBeEmpty).map(({ name }) => name)).toEqual(statements.mayBeEmpty);
    const own = placesOf(({ mayBeEmpty, name }) => mayBeEmpty && findCommonField(name)?.mayBeEmpty !== true);
    expect(own).toEqual(['notification_channel.remove consent_type']);
  });

  it.each(Object.entries(transcription.kinds))('has no second type where %s gives its own', (name, kind) => {
    const own = kind.payload.map(readField).filter(({ type }) => type === 'uuid');
    const types = own.map((field) => [field.name, fieldAt(`${name} ${field.name}`)?.alsoTypes]);
    expect(types).toEqual(own.map((field) => [field.name, []]));
  });

  it('says of every kind and field what it means and in which section', () => {
    const sections: readonly string[] = transcription.headings;
    const described = [...catalogue, ...allFields(), ...envelopeFields];
    const bare = described.filter(({ meaning, section }) => meaning === '' || !sections.includes(section));
    expect(bare.map(({ name }) => name)).toEqual([]);
  });
});

describe('the statements beside the fields', () => {
  it('has every “not shown” of the specification and no other', () => {
    const transcribed = statements.notShown.flatMap(({ section, items }) => items.map((id) => ({ id, section })));
    expect(notShown.map(({ id, section }) => ({ id, section }))).toEqual(transcribed);
  });

  it('has the limits, answers, actions, reasons and emission rules', () => {
    expect(limits.map(({ name }) => name)).toEqual(statements.limitNames);
    expect(documentedAnswers.map(({ answer }) => answer)).toEqual(statements.answers);
    expect(actionTypes.map(({ name }) => name)).toEqual(statements.actionTypes);
    expect(notAttemptedReasons).toHaveLength(6);
    expect(emissionRules).toHaveLength(3);
    expect(attemptLimit).toBe(4);
  });
});

/** Fields of payloads that fit, as `kind field`. */
function placesOf(fits: (field: FieldSpec) => boolean): string[] {
  return catalogue.flatMap((kind) => kind.payload.filter(fits).map(({ name }) => `${kind.name} ${name}`));
}

/** Values by place: of the common table, and of kinds where they say more than it. */
function valuesOf(list: 'allowed' | 'observed'): Record<string, readonly string[]> {
  const common = commonFields.filter((field) => field[list].length > 0).map((field) => [`common ${field.name}`, field]);
  const own = placesOf(({ name, ...field }) => field[list].length > 0 && findCommonField(name)?.[list] !== field[list]);
  const fields = [...common, ...own.map((place) => [place, fieldAt(place)])] as [string, FieldSpec][];
  return Object.fromEntries(fields.map(([place, field]) => [place, field[list]]));
}

function allFields(): FieldSpec[] {
  return [...commonFields, ...catalogue.flatMap(({ topLevel, payload }) => [...topLevel, ...payload])];
}

function fieldAt(place: string): FieldSpec | null {
  const [kind = '', name = ''] = place.split(' ');
  if (kind === 'common') return findCommonField(name);
  return findKind(kind)?.payload.find((field) => field.name === name) ?? null;
}
