import { AppError } from '#shared/errors/app-error.ts';
import { findProgramProblem } from '#shared/program/find-program-problem.ts';
import type { answerCalls } from '#shared/protocol/answer-calls.ts';
import type { CallHandlers } from './call-handlers.ts';
import type { EngineOperations } from './engine-operations.ts';

/** Calls around the armed answer: arming, trying out, saving, and the requests that are held. */
export function createAnswerCalls({
  answers,
}: Pick<EngineOperations, 'answers'>): Pick<CallHandlers, keyof typeof answerCalls> {
  return {
    'answer.read': async () => answers.state(),
    'answer.write': ({ body }) => answers.arm(body),
    'answer.preview': async ({ body, signal }) => {
      const problem = findProgramProblem(body.program);
      if (problem !== null) throw new AppError('FILTER_INVALID', problem.message, { details: problem });
      return { json: await answers.preview(body, signal) };
    },
    'answer.held': () => answers.held(),
    'answer.release': async ({ body }) => answers.release(body),
    'programs.list': async () => ({ items: await answers.programs.list() }),
    'programs.write': async ({ params, body }) => ({ items: await answers.programs.write(params.name, body) }),
    'programs.remove': async ({ params }) => ({ items: await answers.programs.remove(params.name) }),
  };
}
