import type { ExperimentRequest } from '#shared/protocol/experiment.ts';
import type { ShownAnswer } from '#renderer/ui/answer-pill.tsx';
import type { ListedExperiment } from './use-experiments.ts';

/** `500 for every attempt of the next event`: what an experiment does, in a line. */
export function describeRequest({ filter, events, fault, failures, ownTraffic }: ExperimentRequest): string {
  const what = fault.action === 'respond' ? String(fault.status) : fault.action === 'hang' ? 'no answer' : 'a reset';
  const which =
    failures === null ? 'every attempt' : failures === 1 ? 'the first attempt' : `the first ${failures} attempts`;
  const whose = events === 1 ? 'the next event' : `the next ${events} events`;
  return `${what} for ${which} of ${whose}${filter === '' ? '' : ` with ${filter}`}${ownTraffic ? ', own traffic too' : ''}`;
}

/** `waiting`, `2 attempts`: for a label in the status bar. */
export function describeProgress({ report }: Pick<ListedExperiment, 'report'>): string {
  const attempts = countAttempts(report);
  if (attempts === 0) return 'waiting';
  return attempts === 1 ? '1 attempt' : `${attempts} attempts`;
}

export function countAttempts({ events }: ListedExperiment['report']): number {
  return events.reduce((sum, { attempts }) => sum + attempts.length, 0);
}

/** The answer of a report's word: `500`, `timeout`, `held`, `closed`, `reset`, `released 200`, `dropped`. */
export function toShownAnswer(word: string): ShownAnswer {
  if (word === 'timeout' || word === 'held') return { action: 'hang', status: null };
  if (word === 'reset') return { action: 'reset', status: null };
  if (word === 'dropped' || word === 'closed') return { action: 'hang', status: null, released: { status: null } };
  const released = /^released (\d+)$/.exec(word)?.[1];
  if (released !== undefined) return { action: 'hang', status: null, released: { status: Number(released) } };
  return { action: 'respond', status: Number(word) };
}
