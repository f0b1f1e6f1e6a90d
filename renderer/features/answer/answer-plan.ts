// What the answer control says and sends: pure translations between an armed answer and the words on the screen.
import type { AnswerProgram, Fault, Limit } from '#shared/answer/answer.ts';
import { faultLabel, programLabel } from '#shared/answer/describe-program.ts';
import { unactedStatus } from '#shared/spec/answers.ts';
import type { AnswerState } from '#shared/protocol/status.ts';
import { formatCount } from '#renderer/ui/format-amount.ts';

/** The segments of the control. */
export const answerModes = ['200', '401', '500', 'timeout', 'rules'] as const;
export type AnswerMode = (typeof answerModes)[number];

/** Which segment an armed answer lights up; null where none says it all (another status, a delay, a reset). */
export function toAnswerMode({ override, rules }: Pick<AnswerProgram, 'override' | 'rules'>): AnswerMode | null {
  if (override === null) return rules.length > 0 ? 'rules' : '200';
  if (override.action === 'hang') return 'timeout';
  if (override.action === 'reset') return null;
  const isPlain = override.delayMs === undefined && override.headers === undefined && override.body === undefined;
  if (isPlain && override.status === 401) return '401';
  return isPlain && override.status === 500 ? '500' : null;
}

export function toFault(mode: Exclude<AnswerMode, 'rules'>): Fault | null {
  if (mode === '200') return null;
  return mode === 'timeout' ? { action: 'hang' } : { action: 'respond', status: Number(mode) };
}

/** `500`, `timeout`, `reset`, `503 after 2 s` */
export function describeFault(fault: Fault): string {
  const delayMs = fault.action === 'respond' ? (fault.delayMs ?? 0) : 0;
  return delayMs === 0 ? faultLabel(fault) : `${faultLabel(fault)} after ${delayMs / 1000} s`;
}

/** On the button: `always`, `next 5`, `60 s`. */
export function describeLimit(limit: Limit | null): string {
  if (limit === null) return 'always';
  return 'requests' in limit ? `next ${formatCount(limit.requests)}` : `${Math.ceil(limit.seconds)} s`;
}

/** How much of the limit is left at a moment: `3 of 5`, `41 s`; null without a limit. */
export function describeRemaining(answer: AnswerState, nowMs: number): string | null {
  const { limit, remaining, armedAt } = answer;
  if (limit === null) return null;
  if ('requests' in limit) return `${remaining ?? limit.requests} of ${limit.requests}`;
  const endMs = armedAt === null ? nowMs : Date.parse(armedAt) + limit.seconds * 1000;
  return `${Math.max(0, Math.ceil((endMs - nowMs) / 1000))} s`;
}

/** The chip: `Next 3 of 5 → 500`, `41 s → timeout`, `All → 401`, `2 rules`; null while nothing is armed. */
export function describeArmed(answer: AnswerState, nowMs: number): string | null {
  if (answer.override === null) return answer.rules.length === 0 ? null : programLabel(answer);
  const left = describeRemaining(answer, nowMs);
  const byRequests = answer.limit !== null && 'requests' in answer.limit;
  const when = left === null ? 'All' : byRequests ? `Next ${left}` : left;
  return `${when} → ${describeFault(answer.override)}`;
}

/** What a limit that ran out leaves behind: `Back to 200: 500 for 5 requests is over`. */
export function describeEnd(ended: AnswerState, now: Pick<AnswerProgram, 'override' | 'rules'>): string {
  const { override, limit } = ended;
  const back = `Back to ${programLabel(now)}`;
  if (override === null || limit === null) return back;
  const span = 'seconds' in limit ? describeLimit(limit) : formatRequests(limit.requests);
  return `${back}: ${describeFault(override)} for ${span} is over`;
}

const formatRequests = (count: number): string => (count === 1 ? 'one request' : `${formatCount(count)} requests`);

/** Front of the window's title: `▲500 ×3`, `▲2 rules`; empty while nothing is armed. */
export function toTitleMark(answer: AnswerState | undefined): string {
  if (answer === undefined || describeArmed(answer, 0) === null) return '';
  const { override, limit, remaining } = answer;
  const times = override !== null && limit !== null && 'requests' in limit ? ` ×${remaining ?? limit.requests}` : '';
  return `▲${programLabel(answer)}${times}`;
}

/** Whether what is armed can use up the attempts of an event, so that the sender drops it (spec, Limits). */
export function canLoseEvents({ override, rules }: Pick<AnswerProgram, 'override' | 'rules'>): boolean {
  const faults = override === null ? rules : [override, ...rules];
  return faults.some((fault) => fault.action !== 'respond' || fault.status >= 500);
}

/** Whether what is armed answers a status that the sender does not act on (spec, Errors). */
export function isUnacted({ override, rules }: Pick<AnswerProgram, 'override' | 'rules'>): boolean {
  const faults = override === null ? rules : [override];
  return faults.some((fault) => fault.action === 'respond' && fault.status === unactedStatus);
}

/** Why 400 is no good answer. */
export const unactedNote = `The sender does not act on ${unactedStatus} and will not retry.`;
