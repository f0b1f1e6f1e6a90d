import { describe, expect, it } from 'vitest';
import { createAnswerController } from '#engine/receiver/answer-controller.ts';
import { answerProgramSchema } from '#shared/answer/answer.ts';

function start() {
  const time = { wall: Date.UTC(2026, 0, 1), mono: 0 };
  const answers = createAnswerController({ wallMs: () => time.wall, monoMs: () => time.mono });
  return { answers, time };
}
const fail = (limit: { requests: number } | { seconds: number } | null) =>
  answerProgramSchema.parse({ override: { action: 'respond', status: 500 }, limit });

describe('the armed answer of an engine', () => {
  it('reads as armed, with what is left of it', () => {
    const { answers } = start();
    expect(answers.arm(fail({ requests: 3 }))).toMatchObject({
      remaining: 3,
      armedAt: '2026-01-01T00:00:00.000Z',
      held: 0,
    });
    answers.decide(false);
    answers.decide(true);
    expect(answers.state().remaining).toBe(2);
    answers.close();
  });

  it('reads as plain 200 after its limit', () => {
    const { answers, time } = start();
    answers.arm(fail({ seconds: 5 }));
    time.mono = 4999;
    expect(answers.decide(false).decision.status).toBe(500);
    time.mono = 5000;
    expect(answers.state()).toMatchObject({ override: null, limit: null, remaining: null, armedAt: null });
    expect(answers.decide(false).decision.status).toBe(200);
    answers.close();
  });

  it('gets a request back that could not be stored', () => {
    const { answers } = start();
    answers.arm(fail({ requests: 1 }));
    const ticket = answers.decide(false);
    expect(answers.state().override).toBeNull();
    answers.refund(ticket);
    expect(answers.state().remaining).toBe(1);
    answers.refund({ ...ticket, arming: null });
    expect(answers.state().remaining).toBe(1);
  });

  it('tells its listeners of every change until they leave', () => {
    const { answers } = start();
    const seen: (number | null)[] = [];
    const leave = answers.onChange(() => seen.push(answers.state().remaining));
    answers.arm(fail({ requests: 2 }));
    answers.decide(false);
    answers.holdStarted();
    answers.holdEnded();
    leave();
    answers.decide(false);
    expect(seen).toEqual([2, 1, 1, 1]);
  });
});
