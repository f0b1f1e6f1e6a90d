// What a person fills in to start a retry experiment, what is wrong with it, and the request it becomes. Its own request goes back into the
// form, so that an experiment can be run again.
import { assertNever } from '#shared/errors/assert-never.ts';
import type { Fault } from '#shared/answer/answer.ts';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import type { CallBody } from '#shared/protocol/contract.ts';
import type { ExperimentRequest } from '#shared/protocol/experiment.ts';

export const scopes = ['next', 'kind', 'filter'] as const;
export const faultTypes = ['500', 'timeout', '401', 'reset', 'other'] as const;
export type FaultType = (typeof faultTypes)[number];

export interface ExperimentForm {
  scope: (typeof scopes)[number];
  kind: string;
  filter: string;
  events: string;
  faultType: FaultType;
  /** Of `other`. */
  status: string;
  /** Whether every attempt fails, or the first so many. */
  endless: boolean;
  failures: string;
  quietSeconds: string;
  maxMinutes: string;
  ownTraffic: boolean;
}

export const emptyExperimentForm: ExperimentForm = {
  scope: 'next',
  kind: '',
  filter: '',
  events: '1',
  faultType: '500',
  status: '503',
  endless: true,
  failures: '1',
  quietSeconds: '120',
  maxMinutes: '60',
  ownTraffic: false,
};

export type ExperimentFormErrors = Partial<Record<keyof ExperimentForm, string>>;

/** One sentence per field that keeps the experiment from starting; empty when it can start. */
export function checkExperimentForm(form: ExperimentForm): ExperimentFormErrors {
  const errors: ExperimentFormErrors = {};
  if (form.scope === 'kind' && !/^[\w.*-]+$/.test(form.kind.trim())) {
    errors.kind = 'An event_name, such as message.delivered or notification.*';
  }
  if (form.scope === 'filter') {
    const [first] = parseFilter(form.filter).errors;
    if (form.filter.trim() === '') errors.filter = 'A filter, such as kind:sms';
    else if (first !== undefined) errors.filter = first.message;
  }
  if (!isWhole(form.events, 1, 20)) errors.events = 'From 1 to 20.';
  if (form.faultType === 'other' && !isWhole(form.status, 200, 599)) errors.status = 'A status from 200 to 599.';
  if (!form.endless && !isWhole(form.failures, 1, 100)) errors.failures = 'From 1 to 100.';
  if (!isNumber(form.quietSeconds, 0.1, 86_400)) errors.quietSeconds = 'From 0.1 to 86,400 seconds.';
  if (!isNumber(form.maxMinutes, 0.1, 1_440)) errors.maxMinutes = 'From 0.1 to 1,440 minutes.';
  return errors;
}

/** The request of a form; null where it has errors. */
export function toExperimentRequest(form: ExperimentForm): CallBody<'experiments.create'> | null {
  if (Object.keys(checkExperimentForm(form)).length > 0) return null;
  return {
    filter: filterOf(form),
    events: Number(form.events),
    fault: toFault(form),
    failures: form.endless ? null : Number(form.failures),
    quietSeconds: Number(form.quietSeconds),
    maxSeconds: Math.max(1, Number(form.maxMinutes) * 60),
    ownTraffic: form.ownTraffic,
  };
}

/** The form that gives this request, as far as it has fields for it. */
export function toExperimentForm(request: ExperimentRequest): ExperimentForm {
  const { filter, fault, failures } = request;
  const status = fault.action === 'respond' ? String(fault.status) : '';
  const known = faultTypes.find((type) => type === status);
  return {
    ...emptyExperimentForm,
    scope: filter === '' ? 'next' : 'filter',
    filter,
    events: String(request.events),
    faultType: fault.action === 'respond' ? (known ?? 'other') : fault.action === 'hang' ? 'timeout' : 'reset',
    ...(status === '' ? {} : { status }),
    endless: failures === null,
    failures: String(failures ?? 1),
    quietSeconds: String(request.quietSeconds),
    maxMinutes: String(request.maxSeconds / 60),
    ownTraffic: request.ownTraffic,
  };
}

function filterOf({ scope, kind, filter }: ExperimentForm): string {
  switch (scope) {
    case 'next':
      return '';
    case 'kind':
      return `event:${kind.trim()}`;
    case 'filter':
      return filter.trim();
    default:
      return assertNever(scope);
  }
}

function toFault({ faultType, status }: ExperimentForm): Fault {
  switch (faultType) {
    case 'timeout':
      return { action: 'hang' };
    case 'reset':
      return { action: 'reset' };
    case 'other':
      return { action: 'respond', status: Number(status) };
    case '500':
    case '401':
      return { action: 'respond', status: Number(faultType) };
    default:
      return assertNever(faultType);
  }
}

function isWhole(text: string, low: number, high: number): boolean {
  return /^\d+$/.test(text.trim()) && isNumber(text, low, high);
}

function isNumber(text: string, low: number, high: number): boolean {
  const value = Number(text);
  return text.trim() !== '' && value >= low && value <= high;
}
