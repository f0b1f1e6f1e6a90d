import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addTerm, hasTerm, toggleFacet, type TermEdit } from '#shared/filter/edit-filter.ts';
import { evaluateFilter } from '#shared/filter/evaluate-filter.ts';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import { deliveryWith } from './delivery-with.ts';

describe('adding a term to the filter', () => {
  it.each<[string, TermEdit, string]>([
    ['', { key: 'status', value: '500', mode: 'include' }, 'status:500'],
    ['', { key: 'status', value: '500', mode: 'exclude' }, '-status:500'],
    ['env:staging', { key: 'status', value: '500', mode: 'include' }, 'env:staging status:500'],
    ['NOT a   b', { key: 'status', value: '500', mode: 'include' }, 'NOT a   b status:500'],
    ['a OR b', { key: 'status', value: '500', mode: 'include' }, '(a OR b) status:500'],
    ['status:500', { key: 'status', value: '500', mode: 'include' }, 'status:500'],
    ['a -status:500', { key: 'status', value: '500', mode: 'include' }, 'a status:500'],
    ['a status:500', { key: 'status', value: '500', mode: 'exclude' }, 'a -status:500'],
    ['status:500', { key: 'status', value: 'timeout', mode: 'or' }, 'status:500,timeout'],
    ['a b', { key: 'status', value: '500', mode: 'or' }, 'a b OR status:500'],
    ['a OR status:500', { key: 'status', value: '500', mode: 'or' }, 'a OR status:500'],
    [
      '',
      { key: 'payload.sms_text', value: 'Your bill (1) is "ready"', mode: 'include' },
      'payload.sms_text:"Your bill (1) is \\"ready\\""',
    ],
    ['', { key: 'payload.x', value: 'a*', mode: 'include' }, 'payload.x:"a*"'],
    ['', { key: 'payload.x', value: 'null', mode: 'include' }, 'payload.x:"null"'],
    ['', { key: 'payload.x', value: null, mode: 'include' }, 'payload.x:null'],
    ['', { key: 'payload.x', value: '', mode: 'include' }, 'payload.x:""'],
    ['', { key: 'payload.submission[0].value', value: 'a..b', mode: 'include' }, 'payload.submission[0].value:"a..b"'],
    ['', { key: 'tracking_id', value: 'a', mode: 'include' }, 'tracking_id:a'],
    ['', { key: 'brand_new', value: 'a', mode: 'include' }, 'envelope.brand_new:a'],
    ['', { key: 'notification_id', value: 'ntf_1', mode: 'include' }, 'notification:ntf_1'],
    ['', { key: 'event', value: '', mode: 'include' }, 'is:unparsed'],
    ['', { key: 'job_id', value: null, mode: 'include' }, 'envelope.job_id:null'],
    ['', { key: 'job_id', value: '', mode: 'include' }, 'envelope.job_id:""'],
    ['', { key: 'event_ts', value: null, mode: 'exclude' }, '-envelope.event_ts:null'],
    ['', { key: 'event', value: null, mode: 'include' }, 'envelope.event_name:null'],
    ['evnt:x', { key: 'status', value: '500', mode: 'include' }, 'evnt:x status:500'],
  ])('%j with %j', (text, edit, expected) => {
    expect(addTerm(text, edit)).toBe(expected);
  });

  it('finds exactly the value that was picked, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (value) => {
        const { ast, errors } = parseFilter(addTerm('', { key: 'payload.x', value, mode: 'include' }));
        expect(errors).toEqual([]);
        const found = value.toWellFormed();
        expect(evaluateFilter(ast, deliveryWith({ body: { payload: { x: found } } }), 0)).toBe(true);
        expect(evaluateFilter(ast, deliveryWith({ body: { payload: { x: `${found}!` } } }), 0)).toBe(false);
      }),
    );
  });

  it('gives a text for any text, key and value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (text, key, value) => {
        for (const mode of ['include', 'exclude', 'or'] as const) {
          expect(addTerm(text, { key, value, mode })).not.toBe('');
        }
        expect(toggleFacet(text, key, value)).toBeTypeOf('string');
        expect(hasTerm(text, key, value)).toBeTypeOf('boolean');
      }),
    );
  });
});

describe('clicking a facet', () => {
  it.each([
    ['', 'kind', 'sms', 'kind:sms'],
    ['kind:sms', 'kind', 'feed', 'kind:sms,feed'],
    ['kind:sms,feed a', 'kind', 'sms', 'kind:feed a'],
    ['kind:sms a', 'kind', 'sms', 'a'],
    ['kind:sms', 'kind', 'sms', ''],
    ['-env:staging', 'env', 'staging', 'env:staging'],
    ['a OR b', 'env', 'staging', '(a OR b) env:staging'],
  ])('%j and %s %s', (text, key, value, expected) => {
    expect(toggleFacet(text, key, value)).toBe(expected);
  });

  it('shows as on exactly where the filter has the value', () => {
    expect(hasTerm('a kind:sms,feed', 'kind', 'feed')).toBe(true);
    expect(hasTerm('-kind:sms', 'kind', 'sms')).toBe(false);
    expect(hasTerm('-kind:sms', 'kind', 'sms', 'exclude')).toBe(true);
    expect(hasTerm('kind:sms OR a', 'kind', 'sms')).toBe(false);
    expect(hasTerm('EVENT_NAME:a', 'event', 'A')).toBe(true);
  });

  it('twice gives back the same filter', () => {
    for (const text of ['', 'a', 'status:200', 'a status:200,401']) {
      expect(toggleFacet(toggleFacet(text, 'status', '500'), 'status', '500')).toBe(text);
    }
  });
});
