import type { AnswerDecision } from './answer.ts';

const plain = { detail: null, note: null, delayMs: 0, holdMs: null, headers: {}, body: '' } as const;

/** 200 with an empty body: the answer while nothing is armed. */
export const plainAnswer: AnswerDecision = { action: 'respond', status: 200, decidedBy: 'default', ...plain };
/** 401: enforced authentication did not find the credentials it wants (spec, Authentication, rule 1). */
export const unauthorizedAnswer: AnswerDecision = {
  action: 'respond',
  status: 401,
  decidedBy: 'authentication',
  ...plain,
};
/** 401: the source address is not on an enforced allow-list (spec, Endpoints: source IP addresses). */
export const notAllowedAnswer: AnswerDecision = { ...unauthorizedAnswer, decidedBy: 'allow-list' };
/** 500: the request could not be stored, so the sender must keep it (spec, Errors: 500 is retried). */
export const unstoredAnswer: AnswerDecision = { action: 'respond', status: 500, decidedBy: 'store', ...plain };
/** No answer at all, for a request that never arrived in full: the sender treats it like a time-out. */
export const noAnswer: AnswerDecision = { action: 'reset', status: null, decidedBy: 'default', ...plain };
