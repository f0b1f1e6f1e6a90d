import { describe, expect, it } from 'vitest';
import { answerProgramSchema, type AnswerProgram } from '#shared/answer/answer.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import type { AnswerState } from '#shared/protocol/status.ts';
import { toProgramLeft, withNextTry } from '#renderer/state/arming.ts';
import type { Inspector } from '#renderer/state/inspector.ts';
import { createTestInspector } from '../test-inspector.ts';
import { testAnswer, testStatus } from '../test-status.ts';

const fail = { action: 'respond', status: 500 } as const;
const program = (change: Partial<AnswerProgram>): AnswerProgram => answerProgramSchema.parse(change);

interface Page {
  inspector: Inspector;
  /** Programs that were armed from the page. */
  armed: AnswerProgram[];
  /** The engine tells that this is armed. */
  tell: (answer: Partial<AnswerState>) => void;
}

function openPage(): Page {
  const armed: AnswerProgram[] = [];
  const inspector = createTestInspector({
    'answer.write': (input) => {
      const { body } = input as { body: AnswerProgram };
      if (body.rules.some(({ when }) => when === 'refused')) throw new AppError('FILTER_INVALID', 'Rule 1: no.');
      armed.push(body);
      return testAnswer(body);
    },
  });
  const tell = (answer: Partial<AnswerState>): void => {
    inspector.receive({ type: 'hello', status: testStatus(answer), version: 1 });
  };
  tell({});
  return { inspector, armed, tell };
}

const threeFailures = {
  override: fail,
  limit: { requests: 3 },
  remaining: 3,
  armedAt: '2026-11-21T13:00:00.000Z',
  after: program({}),
};

describe('the way back', () => {
  it('arms what was armed before, with what is left of its limit', async () => {
    const { inspector, armed, tell } = openPage();
    tell({ ...threeFailures, remaining: 2 });
    await inspector.actions.arm(program({ override: { action: 'hang' } }));
    tell({ override: { action: 'hang' }, armedAt: '2026-11-21T13:00:05.000Z' });
    await inspector.actions.undoArming();
    expect(armed.at(-1)).toEqual(program({ override: fail, limit: { requests: 2 } }));
  });

  it('is not there after a program was refused', async () => {
    const { inspector } = openPage();
    const rules = [{ ...fail, when: 'refused' }];
    await expect(inspector.actions.arm(program({ rules }))).rejects.toThrow('Rule 1: no.');
    expect(inspector.store.getState().undoProgram).toBeNull();
  });

  it('gives seconds back as seconds', () => {
    const left = toProgramLeft(testAnswer({ override: fail, limit: { seconds: 60 }, remaining: 41.5 }));
    expect(left.limit).toEqual({ seconds: 41.5 });
  });
});

describe('a limit that runs out', () => {
  const end = ({ inspector }: Page) => inspector.store.getState().limitEnded;

  it('is noticed, and leaves nothing to undo', async () => {
    const page = openPage();
    await page.inspector.actions.arm(program({ override: fail, limit: { requests: 3 } }));
    page.tell(threeFailures);
    page.tell({ ...threeFailures, remaining: 1 });
    expect(end(page)).toBeNull();
    page.tell({});
    expect(end(page)?.ended.limit).toEqual({ requests: 3 });
    expect(page.inspector.store.getState().undoProgram).toBeNull();
  });

  it('is not confused with going back by hand, nor with what someone else arms', async () => {
    const page = openPage();
    page.tell(threeFailures);
    await page.inspector.actions.arm(program({}));
    page.tell(threeFailures);
    page.tell({});
    expect(end(page)).toBeNull();
    page.tell(threeFailures);
    page.tell({ override: { action: 'reset' }, armedAt: '2026-11-21T13:00:09.000Z' });
    expect(end(page)).toBeNull();
  });
});

describe('the next try of one event', () => {
  it('comes before every rule and is for that event once', () => {
    const rule = { ...fail, when: 'event:notification.*' };
    const [first, second] = withNextTry(program({ rules: [rule] }), null, 'e-1 "odd"').rules;
    expect(first).toMatchObject({ action: 'respond', status: 200, limit: { requests: 1 } });
    expect(parseFilter(first?.when ?? '')).toMatchObject({ errors: [], ast: { target: { name: 'event_id' } } });
    expect(second).toEqual(rule);
  });

  it('comes before an armed override too, which goes on as a rule, and then what it would have given way to', () => {
    const after = program({ rules: [{ action: 'hang', when: 'is:retry' }], override: null });
    const armed = program({ override: fail, limit: { requests: 2 }, rescueLastAttempt: true });
    const { override, limit, rescueLastAttempt, rules } = withNextTry(armed, after, 'e-1');
    expect({ override, limit, rescueLastAttempt }).toEqual({ override: null, limit: null, rescueLastAttempt: true });
    expect(rules.slice(1)).toEqual([
      { ...fail, name: 'every request', when: '', limit: { requests: 2 } },
      { action: 'hang', when: 'is:retry' },
    ]);
  });

  it('is always a program that can be armed', async () => {
    const { inspector, armed, tell } = openPage();
    tell(threeFailures);
    await inspector.actions.answerNextTry('e-1');
    expect(answerProgramSchema.safeParse(armed[0]).success).toBe(true);
  });
});
