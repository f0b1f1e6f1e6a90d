// What the answer control says and sends: pure translations between an armed answer and the words on the screen.
import type { AnswerProgram, Fault, Limit } from '#shared/answer/answer.ts';
import type { AnswerState } from '#shared/protocol/status.ts';

export const answerModes = ['200', '401', '500', 'timeout', 'other'] as const;
export type AnswerMode = (typeof answerModes)[number];

/** Which segment an armed answer lights up. A plain 200 of our own making (a delay, a body) is `other`. */
export function toAnswerMode({ override }: Pick<AnswerState, 'override'>): AnswerMode {
  if (override === null) return '200';
  if (override.action === 'hang') return 'timeout';
  if (override.action === 'reset') return 'other';
  const isPlain = override.delayMs === undefined && override.headers === undefined && override.body === undefined;
  if (isPlain && override.status === 401) return '401';
  return isPlain && override.status === 500 ? '500' : 'other';
}

export function toFault(mode: Exclude<AnswerMode, 'other'>): Fault | null {
  if (mode === '200') return null;
  return mode === 'timeout' ? { action: 'hang' } : { action: 'respond', status: Number(mode) };
}

export function toProgram(override: Fault | null, limit: Limit | null): AnswerProgram {
  return { override, limit: override === null ? null : limit, rules: [], rescueLastAttempt: false };
}

/** `500`, `timeout`, `reset`, `503 after 2 s` */
export function describeFault(fault: Fault): string {
  if (fault.action === 'hang') return 'timeout';
  if (fault.action === 'reset') return 'reset';
  return fault.delayMs === undefined ? String(fault.status) : `${fault.status} after ${fault.delayMs / 1000} s`;
}

/** How much of the limit is left at a moment: `3 of 5`, `41 s`; null without a limit. */
export function describeRemaining(answer: AnswerState, nowMs: number): string | null {
  const { limit, remaining, armedAt } = answer;
  if (limit === null) return null;
  if ('requests' in limit) return `${remaining ?? limit.requests} of ${limit.requests}`;
  const endMs = armedAt === null ? nowMs : Date.parse(armedAt) + limit.seconds * 1000;
  return `${Math.max(0, Math.ceil((endMs - nowMs) / 1000))} s`;
}

/** The chip: `Next 3 of 5 → 500`, `41 s → timeout`, `Until switched off → 401`. */
export function describeArmed(answer: AnswerState, nowMs: number): string | null {
  if (answer.override === null) return null;
  const left = describeRemaining(answer, nowMs);
  const byRequests = answer.limit !== null && 'requests' in answer.limit;
  const when = left === null ? 'All' : byRequests ? `Next ${left}` : left;
  return `${when} → ${describeFault(answer.override)}`;
}

/** Front of the window's title: `▲500 ×3`; empty while nothing is armed. */
export function toTitleMark(answer: AnswerState | undefined): string {
  if (!answer?.override) return '';
  const times =
    answer.limit !== null && 'requests' in answer.limit ? ` ×${answer.remaining ?? answer.limit.requests}` : '';
  return `▲${describeFault(answer.override)}${times}`;
}
