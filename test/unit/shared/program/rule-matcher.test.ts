import { describe, expect, it } from 'vitest';
import { answerProgramSchema } from '#shared/answer/answer.ts';
import { readDeliveries } from '#shared/envelope/read-deliveries.ts';
import { toArrivingDelivery, type ArrivingRequest } from '#shared/program/arriving-delivery.ts';
import { findProgramProblem } from '#shared/program/find-program-problem.ts';
import { createRuleMatcher, type RuleSubject } from '#shared/program/rule-matcher.ts';

const receivedAtMs = Date.UTC(2026, 10, 21, 13);
const request: ArrivingRequest = {
  receivedAtMs,
  origin: 'platform',
  environment: 'staging',
  auth: 'ok',
  allowed: null,
  sizeBytes: 100,
  method: 'POST',
  target: '/push?a=1',
  sourceAddress: '50.112.172.205',
  rawHeaders: [['X-Tenant', 'north']],
};
const envelope = (id: string, name = 'notification.attempted', payload: object = {}) =>
  JSON.stringify({ event_id: id, event_name: name, event_ts: '2026-11-21T12:59:58.000Z', payload });

function subjects(body: string, attempt: number | null = 1): RuleSubject[] {
  const bytes = new TextEncoder().encode(body);
  return readDeliveries(bytes).map((reading, i) => ({
    event: reading.eventId ?? `unjoined ${i}`,
    delivery: toArrivingDelivery(request, {
      ...reading,
      attempt,
      readText: () => new TextDecoder().decode(bytes.subarray(reading.start, reading.end)),
    }),
  }));
}

const programOf = (...filters: string[]) =>
  answerProgramSchema.parse({ rules: filters.map((when) => ({ when, action: 'reset' })) });

/** Events of the body that fit the filter. */
const fitting = (when: string, body = envelope('e1'), attempt: number | null = 1): string[] =>
  createRuleMatcher(programOf(when)).fittingEvents(0, subjects(body, attempt), receivedAtMs);

describe('the filter of a rule', () => {
  it.each([
    '',
    'event:notification.*',
    'kind:sms',
    'event_id:e1',
    'payload.n:>4',
    'lag:2s',
    'env:staging auth:ok origin:platform',
    'header.x-tenant:north',
    'method:POST target:~push',
    'received:10m',
    'received:today',
    'try:1',
    '-is:retry',
    'attempted',
  ])('fits a request of which it is true: “%s”', (when) => {
    expect(fitting(when, envelope('e1', 'notification.attempted', { n: 5 }))).toEqual(['e1']);
  });

  it.each([
    'event:message.*',
    'payload.n:5',
    'env:production',
    'header.x-tenant:south',
    'try:2',
    'is:retry',
    'is:batch',
  ])('leaves a request alone of which it is not true: “%s”', (when) => {
    expect(fitting(when)).toEqual([]);
  });

  it.each([
    'status:200',
    'status:timeout',
    'took:>=0',
    'delivery:>0',
    'request:>0',
    'is:early',
    'is:late',
    'is:rescued',
  ])('never fits by what is not known yet: “%s”', (when) => {
    expect(fitting(when)).toEqual([]);
  });

  it('never fits by an attempt that is not known', () => {
    expect(fitting('try:>=1', envelope('e1'), null)).toEqual([]);
  });

  it('fits those envelopes of a batch of which it is true', () => {
    const batch = `[${envelope('e1')},${envelope('e2', 'message.delivered')},${envelope('e3')}]`;
    expect(fitting('kind:sms', batch)).toEqual(['e1', 'e3']);
    expect(fitting('is:batch', batch)).toEqual(['e1', 'e2', 'e3']);
  });

  it('fits a body without an envelope by what is known of it', () => {
    expect(fitting('is:unparsed method:POST', 'no json')).toEqual(['unjoined 0']);
    expect(fitting('has:payload', 'no json')).toEqual([]);
  });
});

describe('what a program has to know of a request', () => {
  it.each([
    [{}, false, false],
    [{ rules: [{ action: 'reset' }] }, false, false],
    [{ rules: [{ action: 'reset', when: 'method:PUT' }] }, true, false],
    [{ rules: [{ action: 'reset', events: 1 }] }, true, false],
    [{ rules: [{ action: 'reset', attempts: '1' }] }, true, true],
    [{ rules: [{ action: 'reset', when: 'kind:sms (-try:1 OR x)' }] }, true, true],
    [{ rules: [{ action: 'reset', when: 'is:batch,retry' }] }, true, true],
    [{ rules: [{ action: 'reset', when: 'is:unparsed' }] }, true, false],
    [{ rescueLastAttempt: true }, true, true],
  ])('is no more than it asks for: %j', (program, deliveries, attempts) => {
    expect(createRuleMatcher(answerProgramSchema.parse(program)).needs).toEqual({ deliveries, attempts });
  });
});

describe('a program with a filter that cannot be understood', () => {
  it('names the first such rule, the reason and the place', () => {
    const program = answerProgramSchema.parse({
      rules: [
        { action: 'reset', when: 'kind:sms' },
        { action: 'reset', name: 'fail sms', when: 'kind:sms evnt:x' },
      ],
    });
    const problem = findProgramProblem(program);
    expect(problem).toMatchObject({ rule: 1 });
    expect(problem?.message).toMatch(/^Rule 2 “fail sms”: There is no key “evnt”.* \(at character 10\)\.$/);
    expect(problem?.message).not.toContain('\n');
  });

  it('is told from one that can be armed', () => {
    expect(findProgramProblem(programOf('', 'kind:sms OR try:>=2'))).toBeNull();
  });
});
