import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkExperimentForm,
  emptyExperimentForm,
  faultTypes,
  toExperimentForm,
  toExperimentRequest,
  type ExperimentForm,
} from '#renderer/features/experiment/experiment-form.ts';
import { experimentRequestSchema } from '#shared/protocol/experiment.ts';

const form = (change: Partial<ExperimentForm>): ExperimentForm => ({ ...emptyExperimentForm, ...change });

describe('the form of an experiment', () => {
  it('fails the next event with 500, whatever it is, unless told otherwise', () => {
    expect(toExperimentRequest(emptyExperimentForm)).toEqual({
      filter: '',
      events: 1,
      fault: { action: 'respond', status: 500 },
      failures: null,
      quietSeconds: 120,
      maxSeconds: 3600,
      ownTraffic: false,
    });
  });

  it('takes a kind, a filter, another answer and a number of attempts', () => {
    const wanted = {
      scope: 'kind',
      kind: 'notification.*',
      faultType: 'timeout',
      endless: false,
      failures: '2',
    } as const;
    expect(toExperimentRequest(form(wanted))).toMatchObject({
      filter: 'event:notification.*',
      fault: { action: 'hang' },
      failures: 2,
    });
    const other = { scope: 'filter', filter: ' kind:sms ', faultType: 'other', status: '503' } as const;
    expect(toExperimentRequest(form(other))).toMatchObject({ filter: 'kind:sms', fault: { status: 503 } });
  });

  it.each<[keyof ExperimentForm, Partial<ExperimentForm>]>([
    ['kind', { scope: 'kind', kind: '' }],
    ['kind', { scope: 'kind', kind: 'a) OR is:platform' }],
    ['filter', { scope: 'filter', filter: '' }],
    ['filter', { scope: 'filter', filter: 'nonsense:1' }],
    ['events', { events: '21' }],
    ['status', { faultType: 'other', status: '199' }],
    ['failures', { endless: false, failures: '0' }],
    ['quietSeconds', { quietSeconds: '' }],
    ['maxMinutes', { maxMinutes: 'soon' }],
  ])('says what is wrong with %s in %j, and makes no request', (field, change) => {
    expect(Object.keys(checkExperimentForm(form(change)))).toEqual([field]);
    expect(toExperimentRequest(form(change))).toBeNull();
  });

  it('gives the same experiment again', () => {
    const forms = fc.record({
      scope: fc.constantFrom('next' as const, 'filter' as const),
      faultType: fc.constantFrom(...faultTypes),
      status: fc.integer({ min: 200, max: 599 }).map(String),
      events: fc.integer({ min: 1, max: 20 }).map(String),
      failures: fc.integer({ min: 1, max: 100 }).map(String),
      endless: fc.boolean(),
      ownTraffic: fc.boolean(),
    });
    fc.assert(
      fc.property(forms, (change) => {
        const request = toExperimentRequest(form({ ...change, filter: 'kind:sms' }));
        const asked = experimentRequestSchema.parse(request);
        expect(toExperimentRequest(toExperimentForm(asked))).toEqual(asked);
      }),
    );
  });
});
