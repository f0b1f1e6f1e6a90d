import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeFilter } from '#shared/filter/complete-filter.ts';
import { parseFilter } from '#shared/filter/parse-filter.ts';

const labels = (text: string, eventNames: readonly string[] = []): string[] =>
  completeFilter(text, text.length, eventNames).options.map(({ label }) => label);

describe('completions', () => {
  it('offer every key on an empty line and the fitting ones after a letter', () => {
    expect(labels('')).toEqual(expect.arrayContaining(['event:', 'payload.', 'type(', 'header.']));
    expect(labels('a ev')).toEqual(['event:', 'event_ts:', 'event_id:']);
    expect(completeFilter('a ev', 4)).toMatchObject({ from: 2, to: 4, kind: 'key' });
    expect(labels('-(st')).toEqual(['status:']);
  });

  it('offer the fields that the specification names', () => {
    expect(labels('payload.job')).toEqual(['payload.job_id:']);
    expect(labels('payload.launched_by.')).toEqual(['payload.launched_by.lb-name:', 'payload.launched_by.lb-source:']);
    expect(labels('type(payload.job')).toEqual(['type(payload.job_id):']);
    expect(labels('has:payload.job')).toEqual(['payload.job_id']);
  });

  it('offer operators where values have an order', () => {
    expect(completeFilter('lag:', 4)).toMatchObject({ kind: 'operator', key: 'lag', from: 3 });
    expect(labels('lag:')).toContain(':>');
  });

  it('offer fixed values, also after a comma', () => {
    expect(labels('env:')).toEqual(['staging', 'production', 'other']);
    expect(labels('kind:sms,f')).toEqual(['feed', 'form']);
    expect(completeFilter('kind:sms,f', 10)).toMatchObject({ from: 9, to: 10, kind: 'value', key: 'kind' });
    expect(labels('type(payload.a):s')).toEqual(['string']);
    expect(labels('payload.a:n')).toEqual(['null']);
  });

  it('offer names of events, seen ones first', () => {
    expect(labels('event:brand', ['brand.new'])).toEqual(['brand.new']);
    expect(labels('event:text')).toEqual(['text_message.received', 'text_message.*']);
  });

  it('name the key where only the store knows values', () => {
    expect(completeFilter('customer:c', 10)).toEqual({ from: 9, to: 10, kind: 'value', key: 'ccid', options: [] });
  });

  it('look at the text before the cursor only', () => {
    expect(completeFilter('env: status:200', 4)).toMatchObject({ from: 4, to: 4, key: 'env' });
  });

  it('parse once chosen', () => {
    for (const key of ['kind', 'status', 'is', 'has', 'env', 'auth', 'origin', 'event', 'received', 'problem']) {
      for (const label of labels(`${key}:`)) expect(parseFilter(`${key}:${label}`).errors).toEqual([]);
    }
  });

  it('never throw and stay inside the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer(), (text, cursor) => {
        const { from, to } = completeFilter(text, cursor);
        expect(from).toBeGreaterThanOrEqual(0);
        expect(from).toBeLessThanOrEqual(to);
        expect(to).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
