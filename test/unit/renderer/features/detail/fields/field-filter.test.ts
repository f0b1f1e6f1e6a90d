import { describe, expect, it } from 'vitest';
import { fieldEdit } from '#renderer/features/detail/fields/field-filter.ts';
import { decodedField } from '../decoded-field.ts';

describe('filtering by a field', () => {
  it('asks for null, the empty string and text as three different things', () => {
    const values = ['null', '""', '"null"'].map(
      (source) => fieldEdit(decodedField('payload.job_id', source), 'include')?.value,
    );
    expect(values).toEqual([null, '', 'null']);
  });

  it('asks for an absent field by what it lacks', () => {
    const absent = decodedField('payload.job_id', null);
    expect(fieldEdit(absent, 'include')).toEqual({ key: 'has', value: 'payload.job_id', mode: 'exclude' });
    expect(fieldEdit(absent, 'exclude')).toEqual({ key: 'has', value: 'payload.job_id', mode: 'include' });
  });

  it('asks for an element of an array in any position', () => {
    expect(fieldEdit(decodedField('payload.submission[2].value', '"yes"'), 'include')?.key).toBe(
      'payload.submission.value',
    );
  });

  it('refuses values that no term can name', () => {
    const secret = { ...decodedField('payload.body', '"gAAA"'), encrypted: true };
    expect([
      fieldEdit(secret, 'include'),
      fieldEdit(decodedField('payload.launched_by', '{"a":1}'), 'include'),
    ]).toEqual([null, null]);
  });
});
