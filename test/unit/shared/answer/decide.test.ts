import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerProgramSchema, type AnswerDecision, type Limit } from '#shared/answer/answer.ts';
import { armAnswer, decide, programAt, refund, remainingAt, unarmed } from '#shared/answer/decide.ts';

const program = (override: unknown, limit: Limit | null = null) => answerProgramSchema.parse({ override, limit });
const fault = { action: 'respond', status: 500 };

/** Decisions for requests at the given times, all authorized. */
function decideAll(armed: typeof unarmed, times: number[]): AnswerDecision[] {
  let state = armed;
  return times.map((nowMs) => {
    const { decision, next } = decide(state, { nowMs, unauthorized: false });
    state = next;
    return decision;
  });
}

describe('deciding an answer', () => {
  it('answers 200 with an empty body while nothing is armed', () => {
    const { decision, consumed } = decide(unarmed, { nowMs: 0, unauthorized: false });
    expect(decision).toEqual({
      action: 'respond',
      status: 200,
      decidedBy: 'default',
      delayMs: 0,
      holdMs: null,
      headers: {},
      body: '',
    });
    expect(consumed).toBe(false);
  });

  it('answers 401 to refused credentials before any override, and keeps the limit as it was', () => {
    const armed = armAnswer(unarmed, program(fault, { requests: 2 }), 0);
    const { decision, next } = decide(armed, { nowMs: 0, unauthorized: true });
    expect(decision).toMatchObject({ status: 401, decidedBy: 'authentication' });
    expect(next).toBe(armed);
  });

  it('carries delay, headers and body of an armed response', () => {
    const override = { ...fault, delayMs: 5, headers: { 'x-a': 'b' }, body: 'no' };
    const { decision } = decide(armAnswer(unarmed, program(override), 0), { nowMs: 0, unauthorized: false });
    expect(decision).toEqual({ ...override, decidedBy: 'override', holdMs: null });
  });

  it.each([
    [{ action: 'hang' }, null],
    [{ action: 'hang', holdMs: 7 }, 7],
    [{ action: 'reset' }, null],
  ])('has no status for %j', (override, holdMs) => {
    const { decision } = decide(armAnswer(unarmed, program(override), 0), { nowMs: 0, unauthorized: false });
    expect(decision).toMatchObject({ action: override.action, status: null, holdMs, decidedBy: 'override' });
  });

  it('reaches exactly as many requests as its limit says, then goes back to 200', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 100 }), (limit, total) => {
        const armed = armAnswer(unarmed, program(fault, { requests: limit }), 0);
        const statuses = decideAll(armed, Array<number>(total).fill(0)).map(({ status }) => status);
        expect(statuses).toEqual(statuses.map((_, i) => (i < limit ? 500 : 200)));
      }),
    );
  });

  it('ends a limit in seconds with its last millisecond', () => {
    const armed = armAnswer(unarmed, program(fault, { seconds: 2 }), 1000);
    expect(decideAll(armed, [1000, 2999, 3000]).map(({ status }) => status)).toEqual([500, 500, 200]);
    expect(remainingAt(armed, 1500)).toBe(1.5);
    expect(remainingAt(armed, 3000)).toBeNull();
    expect(programAt(armed, 3000)).toEqual(program(null));
  });

  it('drops a limit that limits nothing', () => {
    const armed = armAnswer(unarmed, program(null, { requests: 3 }), 0);
    expect(programAt(armed, 0).limit).toBeNull();
    expect(remainingAt(armed, 0)).toBeNull();
  });

  it('takes a refund for the arming it came from, also when that was used up, and for no other', () => {
    const armed = armAnswer(unarmed, program(fault, { requests: 1 }), 0);
    const { next } = decide(armed, { nowMs: 0, unauthorized: false });
    expect(programAt(next, 0).override).toBeNull();
    expect(programAt(refund(next, next.arming), 0).override).toEqual(fault);
    expect(refund(next, next.arming).requestsLeft).toBe(1);
    const later = armAnswer(next, program(fault, { requests: 5 }), 0);
    expect(refund(later, next.arming)).toBe(later);
  });
});

describe('the schema of an armed answer', () => {
  it.each([
    [{ 'bad name': 'x' }],
    [{ 'x-a': 'line\r\nbreak' }],
    [{ 'x-a': '✓' }],
    [{ 'Content-Length': '3' }],
    [{ 'transfer-encoding': 'chunked' }],
  ])('refuses headers that could not be sent: %j', (headers) => {
    expect(answerProgramSchema.safeParse({ override: { ...fault, headers } }).success).toBe(false);
  });

  it('takes ordinary headers', () => {
    expect(program({ ...fault, headers: { 'Retry-After': '5', 'x-empty': '' } }).override).toMatchObject(fault);
  });
});
