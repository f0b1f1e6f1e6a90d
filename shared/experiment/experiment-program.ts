import type { AnswerProgram, Rule } from '../answer/answer.ts';
import type { ExperimentRequest } from '../protocol/experiment.ts';

/** What the rule of an experiment is called: by it the answers it decided are found again. */
export function experimentRuleName(id: number): string {
  return `retry experiment ${id}`;
}

/** Filter text for the requests that take part: they carry an envelope, and come from the platform, unless own traffic was asked for. */
export function experimentFilter({ filter, ownTraffic }: Pick<ExperimentRequest, 'filter' | 'ownTraffic'>): string {
  const who = ownTraffic ? '-is:unparsed -is:self-test' : '-is:unparsed is:platform';
  return filter.trim() === '' ? who : `(${filter.trim()}) ${who}`;
}

/** The program that carries an experiment out: one rule, and 200 for everything else. */
export function toExperimentProgram(id: number, request: ExperimentRequest): AnswerProgram {
  const { events, failures, fault } = request;
  const rule: Rule = {
    ...fault,
    name: experimentRuleName(id),
    when: experimentFilter(request),
    events,
    ...(failures === null ? {} : { attempts: failures === 1 ? '1' : `1-${failures}` }),
  };
  return { override: null, limit: null, rules: [rule], rescueLastAttempt: false, keep: false };
}
