import { describe, expect, it } from 'vitest';
import { answerProgramSchema } from '#shared/answer/answer.ts';
import { experimentFilter, toExperimentProgram } from '#shared/experiment/experiment-program.ts';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import { experimentRequestSchema } from '#shared/protocol/experiment.ts';

const hang = { action: 'hang' } as const;

describe('the program of an experiment', () => {
  it('is one rule that can be armed, for the attempts and events that were asked for', () => {
    const request = experimentRequestSchema.parse({ filter: 'kind:sms', fault: hang, failures: 2, events: 3 });
    const program = toExperimentProgram(7, request);
    expect(answerProgramSchema.parse(program)).toEqual(program);
    expect(program.rules).toEqual([
      { ...hang, name: 'retry experiment 7', when: '(kind:sms) -is:unparsed is:platform', events: 3, attempts: '1-2' },
    ]);
    expect(toExperimentProgram(7, { ...request, failures: null }).rules[0]).not.toHaveProperty('attempts');
  });

  it.each([
    ['', false, '-is:unparsed is:platform'],
    ['', true, '-is:unparsed -is:self-test'],
    ['kind:sms OR status:500', false, '(kind:sms OR status:500) -is:unparsed is:platform'],
  ])('takes part by %j, own traffic %s, as %j', (filter, ownTraffic, expected) => {
    expect(experimentFilter({ filter, ownTraffic })).toBe(expected);
    expect(parseFilter(expected).errors).toEqual([]);
  });
});
