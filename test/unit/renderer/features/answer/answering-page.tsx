import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { answerProgramSchema, type AnswerProgram } from '#shared/answer/answer.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { AnswerState } from '#shared/protocol/status.ts';
import type { Inspector } from '#renderer/state/inspector.ts';
import { InspectorContext } from '#renderer/state/use-inspector.ts';
import { createTestInspector, type FakeCalls } from '../../test-inspector.ts';
import { testAnswer, testStatus } from '../../test-status.ts';

export interface AnsweringPage {
  inspector: Inspector;
  /** Programs that were armed. */
  armed: AnswerProgram[];
  /** What every other call was given, by its name. */
  asked: Record<string, unknown[]>;
}

/** A page over an engine that arms what it is told, at once; a program with a rule named `refuse me` is refused. */
export function openAnsweringPage(
  element: ReactElement,
  answer: Partial<AnswerState>,
  calls: FakeCalls = {},
): AnsweringPage {
  const armed: AnswerProgram[] = [];
  const asked: AnsweringPage['asked'] = {};
  const recorded = Object.entries(calls).map(([name, answerCall]) => [
    name,
    (input: unknown) => {
      (asked[name] ??= []).push(input);
      return answerCall(input);
    },
  ]);
  const inspector = createTestInspector(
    {
      'answer.write': (input) => {
        const program = answerProgramSchema.parse((input as { body: unknown }).body);
        if (program.rules.some(({ name }) => name === 'refuse me'))
          throw new AppError('FILTER_INVALID', 'Rule 1: refused.');
        armed.push(program);
        const isArmed = program.override !== null || program.rules.length > 0;
        const state = testAnswer({ ...program, armedAt: isArmed ? `2026-11-21T13:00:0${armed.length}.000Z` : null });
        inspector.receive({ type: 'hello', status: testStatus(state), version: armed.length });
        return state;
      },
      ...Object.fromEntries(recorded),
    },
    () => Date.now(),
  );
  inspector.receive({ type: 'hello', status: testStatus(answer), version: 0 });
  render(<InspectorContext value={inspector}>{element}</InspectorContext>);
  return { inspector, armed, asked };
}
