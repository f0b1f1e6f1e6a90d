import { describe, expect, it } from 'vitest';
import { createFilterPredicate, evaluateFilter } from '#shared/filter/evaluate-filter.ts';
import type { FilterSubject } from '#shared/filter/filter-subject.ts';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import { deliveryWith } from './delivery-with.ts';

const nowMs = Date.UTC(2026, 10, 21, 10, 0, 0);

function fits(text: string, given: Partial<FilterSubject> & { body?: unknown } = {}, zoneOffsetMinutes = 0): boolean {
  const { ast, errors } = parseFilter(text);
  expect(errors).toEqual([]);
  return evaluateFilter(ast, deliveryWith(given), nowMs, zoneOffsetMinutes);
}

const at = (iso: string): Partial<FilterSubject> => ({ receivedAtMs: Date.parse(iso) });

describe('text', () => {
  it('matches whole values without regard to case', () => {
    expect(fits('event:NOTIFICATION.delivered', { eventName: 'notification.Delivered' })).toBe(true);
    expect(fits('event:notification', { eventName: 'notification.delivered' })).toBe(false);
  });

  it('takes * for anything, unless quoted', () => {
    expect(fits('event:notification.*', { eventName: 'notification.delivered' })).toBe(true);
    expect(fits('event:n*.*d', { eventName: 'notification.delivered' })).toBe(true);
    expect(fits('event:ab*ba', { eventName: 'aba' })).toBe(false);
    expect(fits('event:"notification.*"', { eventName: 'notification.delivered' })).toBe(false);
  });

  it('finds parts, exact values and patterns', () => {
    expect(fits('ip:~73.72', { sourceAddress: '52.73.72.6' })).toBe(true);
    expect(fits('method:=post', { method: 'POST' })).toBe(false);
    expect(fits('event:/\\.(un)?delivered$/', { eventName: 'message.undelivered' })).toBe(true);
    expect(fits('event:/MESSAGE/', { eventName: 'message.delivered' })).toBe(false);
  });

  it('finds a bare word anywhere in the envelope or in the name of the event', () => {
    expect(fits('"bill IS ready"', { text: '{"sms_text":"Your bill is ready"}' })).toBe(true);
    expect(fits('delivered', { eventName: 'message.delivered', text: '' })).toBe(true);
    expect(fits('absent-word', { eventName: 'message.delivered', text: '{}' })).toBe(false);
  });
});

describe('answers', () => {
  const timedOut = { answerAction: 'hang', answerStatus: null } as const;

  it.each([
    ['status:500,timeout', timedOut, true],
    ['status:reset', timedOut, false],
    ['-status:200', timedOut, true],
    ['status:>=400', timedOut, false],
    ['status:400..499', { answerStatus: 401 }, true],
    ['status:4xx', { answerStatus: 500 }, false],
    ['status:..299', { answerStatus: 200 }, true],
  ])('%s', (text, given, expected) => {
    expect(fits(text, given)).toBe(expected);
  });
});

describe('amounts', () => {
  it.each([
    ['lag:>5s', { lagMs: 5_001 }, true],
    ['lag:>5s', { lagMs: 5_000 }, false],
    ['-lag:>5s', { lagMs: null }, true],
    ['lag:<0', { lagMs: -1 }, true],
    ['took:250ms..1s', { tookMs: 1_000 }, true],
    ['took:>0', { tookMs: null }, false],
    ['size:>1MB', { sizeBytes: 1_000_001 }, true],
    ['size:>1MiB', { sizeBytes: 1_000_001 }, false],
    ['try:>=2', { attempt: 2 }, true],
    ['is:retry', { attempt: 1 }, false],
    ['delivery:5..', { id: 5 }, true],
  ])('%s', (text, given, expected) => {
    expect(fits(text, given)).toBe(expected);
  });
});

describe('times', () => {
  it.each([
    ['received:10m', '2026-11-21T09:50:00Z', true],
    ['received:10m', '2026-11-21T09:49:59.999Z', false],
    ['received:<1h', '2026-11-21T08:59:59Z', true],
    ['received:2h..1h', '2026-11-21T08:30:00Z', true],
    ['received:>=09:00', '2026-11-21T09:00:00Z', true],
    ['received:>=09:00', '2026-11-20T10:00:00Z', false],
    ['received:09:00', '2026-11-21T09:00:59.999Z', true],
    ['received:>09:00', '2026-11-21T09:00:59.999Z', false],
    ['received:2026-11-20', '2026-11-20T23:59:59.999Z', true],
    ['received:>2026-11-20', '2026-11-20T23:59:59.999Z', false],
    ['received:<=2026-11-20', '2026-11-20T23:59:59.999Z', true],
    ['received:today', '2026-11-21T00:00:00Z', true],
    ['received:yesterday', '2026-11-21T00:00:00Z', false],
    ['received:2026-11-20T09:30+02:00', '2026-11-20T07:30:30Z', true],
    ['received:2026-11-20..2026-11-21Z', '2026-11-21T23:00:00Z', true],
  ])('%s and %s', (text, iso, expected) => {
    expect(fits(text, at(iso))).toBe(expected);
  });

  it('without a zone are read in the zone that is passed in, else in UTC', () => {
    expect(fits('received:2026-11-21', at('2026-11-20T23:30:00Z'))).toBe(false);
    expect(fits('received:2026-11-21', at('2026-11-20T23:30:00Z'), 60)).toBe(true);
    expect(fits('received:2026-11-21Z', at('2026-11-20T23:30:00Z'), 60)).toBe(false);
  });

  it('of events are absent where there is none', () => {
    expect(fits('event_ts:>2000-01-01', { eventTsMs: null })).toBe(false);
  });
});

describe('fields of the envelope', () => {
  const body = {
    event_version: 2,
    payload: {
      job_id: null,
      tag: '',
      code: 4,
      price: 1.5,
      ok: true,
      sent: '1763629200000',
      created: '2026-11-20T09:30:00.000Z',
      launched_by: { 'lb-name': 'a.smith' },
      submission: [{ value: 'Yes' }, { value: null }, {}],
      none: [],
    },
  };

  it.each([
    ['payload.job_id:null', true],
    ['payload.job_id:empty', false],
    ['payload.job_id:absent', false],
    ['payload.job_id:"null"', false],
    ['payload.tag:empty', true],
    ['payload.tag:""', true],
    ['payload.tag:null', false],
    ['payload.none:empty', true],
    ['payload.other:absent', true],
    ['-payload.other:x', true],
    ['has:payload.job_id', true],
    ['has:payload.launched_by.lb-name', true],
    ['has:payload.constructor', false],
    ['payload.launched_by.lb-name:A.*', true],
    ['payload.code:4', true],
    ['payload.price:1.50', true],
    ['payload.code:>=4', true],
    ['payload.code:5..', false],
    ['payload.ok:true', true],
    ['payload.sent:>1763629199999', true],
    ['payload.created:2026-11-20..2026-11-20', true],
    ['payload.created:<2026-11-20', false],
    ['payload.submission.value:yes', true],
    ['payload.submission[1].value:yes', false],
    ['payload.submission.value:null', true],
    ['payload.submission.value:no', false],
    ['-payload.submission.value:yes', false],
    ['type(payload.submission):array', true],
    ['type(payload.submission.value):null', true],
    ['type(payload.code):string', false],
    ['event_version:>1', true],
    ['envelope.event_version:2', true],
  ])('%s is %s', (text, expected) => {
    expect(fits(text, { body })).toBe(expected);
  });

  it('are neither there nor absent where no envelope could be found', () => {
    expect(fits('payload.a:absent', { unparsed: true })).toBe(false);
    expect(fits('has:payload.a', { unparsed: true })).toBe(false);
  });

  it('are read once however many terms ask', () => {
    let reads = 0;
    const subject = deliveryWith({
      envelope: () => {
        reads += 1;
        return body;
      },
    });
    const { ast } = parseFilter('payload.code:4 payload.ok:true has:payload.tag');
    expect(createFilterPredicate(ast, nowMs)(subject)).toBe(true);
    expect(reads).toBe(1);
  });

  it('may nest deeper than any stack', () => {
    const depth = 200_000;
    const deep: unknown = JSON.parse(`{"payload":${'['.repeat(depth)}1${']'.repeat(depth)}}`);
    expect(fits('payload:1', { body: deep })).toBe(true);
    expect(fits('payload.a.b:absent', { body: deep })).toBe(true);
  });
});

describe('everything else of a delivery', () => {
  const given: Partial<FilterSubject> = {
    origin: 'replay',
    environment: 'staging',
    auth: 'missing',
    eventName: 'account.deactivate',
    problems: ['event_ts_invalid'],
    references: [{ entity: 'customer', value: 'C-1' }],
    rawHeaders: [
      ['X-Tag', 'one'],
      ['x-tag', 'two'],
    ],
  };

  it.each([
    ['is:replay', true],
    ['is:platform', false],
    ['is:early,late', false],
    ['origin:replay env:staging auth:missing', true],
    ['kind:conn', true],
    ['kind:unknown', false],
    ['problem:event_ts_*', true],
    ['ccid:c-1', true],
    ['addr:c-1', false],
    ['chain:c-*', true],
    ['header.x-tag:TWO', true],
    ['-header.X-TAG:one', false],
    ['header.other:absent', true],
    ['is:replay OR env:production', true],
    ['-(is:replay env:staging)', false],
  ])('%s is %s', (text, expected) => {
    expect(fits(text, given)).toBe(expected);
  });

  it.each([
    ['credential:3', 3, true],
    ['credential:>=2', 1, false],
    ['credential:..5', null, false],
    ['-credential:1', null, true],
  ])('%s is, of credential %s, %s', (text, credential, expected) => {
    expect(fits(text, { credential })).toBe(expected);
  });

  it('is:blocked asks for an address that is not on an allow-list there is', () => {
    expect([false, true, null].map((allowed) => fits('is:blocked', { allowed }))).toEqual([true, false, false]);
  });
});
