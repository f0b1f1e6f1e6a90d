import { assertNever } from '#shared/errors/assert-never.ts';
import type { AnswerDecider } from '#shared/answer/answer.ts';

/** Who decided an answer, as a clause: "answered by …". */
export function describeDecider(decider: AnswerDecider): string {
  switch (decider) {
    case 'default':
      return 'the default 200';
    case 'override':
      return 'the armed answer';
    case 'rule':
      return 'a rule';
    case 'rescue':
      return 'the rescue of the last attempt';
    case 'allow-list':
      return 'the allow-list';
    case 'token-endpoint':
      return 'the token endpoint';
    case 'authentication':
      return 'authentication';
    case 'store':
      return 'the capture file, which could not be written';
    default:
      return assertNever(decider);
  }
}
