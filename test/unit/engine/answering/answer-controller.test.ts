import { describe, expect, it } from 'vitest';
import {
  createAnswerController,
  type AnswerController,
  type AnswerTicket,
} from '#engine/answering/answer-controller.ts';
import { toArrival } from '#engine/answering/arrival.ts';
import { answerProgramSchema } from '#shared/answer/answer.ts';
import type { DecisionContext } from '#shared/answer/decide.ts';
import { capturedRequest } from '#test/support/captured-request.ts';
import type { z } from 'zod';

function start() {
  const time = { wall: Date.UTC(2026, 0, 1), mono: 0 };
  const answers = createAnswerController({ clock: { wallMs: () => time.wall, monoMs: () => time.mono } });
  return { answers, time };
}
const program = (given: z.input<typeof answerProgramSchema>) => answerProgramSchema.parse(given);
const fail = (limit: { requests: number } | { seconds: number } | null) =>
  program({ override: { action: 'respond', status: 500 }, limit });

async function decide(
  answers: AnswerController,
  refusal: DecisionContext['refusal'] = null,
  body = '{"event_id":"e","event_name":"a.b"}',
): Promise<AnswerTicket> {
  const { answer: _, ...request } = capturedRequest(body);
  const arrival = toArrival(request);
  for (let more = answers.prepare(arrival); more !== null; more = answers.prepare(arrival)) await more;
  return answers.decide(arrival, refusal);
}
const statusOf = async (answers: AnswerController) => (await decide(answers)).decision.status;

describe('the armed answer of an engine', () => {
  it('reads as armed, with what is left of it', async () => {
    const { answers } = start();
    expect(answers.arm(fail({ requests: 3 }))).toMatchObject({
      remaining: 3,
      armedAt: '2026-01-01T00:00:00.000Z',
      after: { override: null, rules: [] },
      ruleStates: [],
      rescued: 0,
      held: 0,
    });
    await decide(answers);
    await decide(answers, 'authentication');
    expect(answers.state().remaining).toBe(2);
    answers.close();
  });

  it('reads as plain 200 after its limit', async () => {
    const { answers, time } = start();
    answers.arm(fail({ seconds: 5 }));
    time.mono = 4999;
    expect(await statusOf(answers)).toBe(500);
    time.mono = 5000;
    expect(answers.state()).toMatchObject({ override: null, limit: null, remaining: null, armedAt: null, after: null });
    expect(await statusOf(answers)).toBe(200);
    answers.close();
  });

  it('reads as what was armed before, since when that was armed, once its limit is over', async () => {
    const { answers, time } = start();
    answers.arm(program({ rules: [{ action: 'respond', status: 503, when: 'event:a.b' }] }));
    time.wall += 1000;
    answers.arm(fail({ requests: 1 }));
    expect(answers.state()).toMatchObject({ armedAt: '2026-01-01T00:00:01.000Z', after: { rules: [{ status: 503 }] } });
    expect([await statusOf(answers), await statusOf(answers)]).toEqual([500, 503]);
    expect(answers.state()).toMatchObject({
      override: null,
      armedAt: '2026-01-01T00:00:00.000Z',
      after: null,
      ruleStates: [{ answered: 1, remaining: null }],
    });
  });

  it('gets a request back that could not be stored', async () => {
    const { answers } = start();
    answers.arm(fail({ requests: 1 }));
    const ticket = await decide(answers);
    expect(answers.state().override).toBeNull();
    answers.refund(ticket);
    expect(answers.state().remaining).toBe(1);
    answers.refund({ ...ticket, use: null });
    expect(answers.state().remaining).toBe(1);
  });

  it('refuses a program with a filter it does not understand, and stays as it was', () => {
    const { answers } = start();
    answers.arm(fail(null));
    const broken = program({ rules: [{ action: 'reset', when: 'evnt:x' }] });
    expect(() => answers.arm(broken)).toThrow(/^Rule 1: There is no key “evnt”/);
    expect(() => answers.temporarily(broken)).toThrow(/^Rule 1/);
    expect(answers.state().override).toMatchObject({ status: 500 });
  });

  it('tells its listeners of every change until they leave', async () => {
    const { answers } = start();
    const seen: (number | null)[] = [];
    const leave = answers.onChange(() => seen.push(answers.state().remaining));
    answers.arm(fail({ requests: 2 }));
    await decide(answers);
    answers.held.add({ requestId: 1, sinceMs: 0, untilMs: null, release: () => true })();
    leave();
    await decide(answers);
    expect(seen).toEqual([2, 1, 1, 1]);
  });

  it('says nothing of requests that change nothing', async () => {
    const { answers } = start();
    answers.arm(fail(null));
    let changes = 0;
    answers.onChange(() => (changes += 1));
    await decide(answers);
    expect(changes).toBe(0);
  });

  it('counts attempts of an event while its program asks for them', async () => {
    const { answers } = start();
    answers.arm(program({ rules: [{ action: 'respond', status: 500, attempts: '1-2' }] }));
    const details = [];
    for (let i = 0; i < 3; i += 1) details.push((await decide(answers)).decision);
    expect(details.map(({ status, detail }) => [status, detail])).toEqual([
      [500, 'rule 1, attempt 1'],
      [500, 'rule 1, attempt 2'],
      [200, null],
    ]);
  });

  it('looks at no body while nothing asks for it', () => {
    const { answers } = start();
    answers.arm(fail({ requests: 5 }));
    const { answer: _, ...request } = capturedRequest('{}');
    const arrival = toArrival(request);
    expect(answers.prepare(arrival)).toBeNull();
    answers.decide(arrival, null);
    expect(arrival.deliveries).toBeUndefined();
  });
});

describe('a program that is put in front for a while', () => {
  const other = program({ rules: [{ action: 'respond', status: 503 }] });

  it('decides until its end; then what was armed is in force again, with what was used of it', async () => {
    const { answers } = start();
    answers.arm(fail({ requests: 2 }));
    await decide(answers);
    const inFront = answers.temporarily(other);
    expect([await statusOf(answers), await statusOf(answers)]).toEqual([503, 503]);
    expect(answers.state().override).toBeNull();
    inFront.end();
    expect(answers.state().remaining).toBe(1);
    expect([await statusOf(answers), await statusOf(answers)]).toEqual([500, 200]);
  });

  it('is over when something else is armed, and is told so; its end then changes nothing', async () => {
    const { answers } = start();
    let replaced = 0;
    const inFront = answers.temporarily(other, () => (replaced += 1));
    answers.arm(fail(null));
    expect(replaced).toBe(1);
    inFront.end();
    expect([replaced, await statusOf(answers)]).toEqual([1, 500]);
  });

  it('gives way to another, and is told so', async () => {
    const { answers } = start();
    let replaced = 0;
    const first = answers.temporarily(other, () => (replaced += 1));
    const second = answers.temporarily(fail(null));
    first.end();
    expect([replaced, await statusOf(answers)]).toEqual([1, 500]);
    second.end();
    expect(await statusOf(answers)).toBe(200);
  });

  it('is not what is kept for the next start', () => {
    const { answers } = start();
    answers.arm({ ...fail(null), keep: true });
    answers.temporarily({ ...other, keep: true });
    expect(answers.kept()).toMatchObject({ override: { status: 500 } });
  });
});
