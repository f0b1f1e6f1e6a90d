// Everything odd about one delivery, in sentences that can be sent to whoever sent it: first the bytes and the envelope, then the kind,
// then single fields. Where the specification leaves something open (fields that are absent, new ones, reasons without a list), the
// sentence says so and is information, never a fault.
import type { ContentEncoding, DecodedField, Explanation } from '../../protocol/delivery.ts';
import { findKind } from '../../spec/catalogue.ts';
import { shownDepth } from '../fields/decode-fields.ts';
import type { Oddity } from '../json/json-oddities.ts';
import { toPrintableLine } from '../printable-line.ts';
import { explainField } from './explain-field.ts';
import { explainProblem } from './explain-problem.ts';

/** What explanations are made from: a delivery as its detail has it. */
export interface ExplainedDelivery {
  eventName: string | null;
  problems: readonly string[];
  fields: readonly DecodedField[];
  /** Places of what the `json_…` problems name; empty where they were not looked for. */
  oddities: readonly Oddity[];
  parseError: { message: string } | null;
  contentEncoding: ContentEncoding | null;
  /** Nested deeper than `shownDepth`: values that deep are not shown one by one. */
  isTooDeep: boolean;
}

/** Sentences about fields; an envelope with thousands of new ones is as well told by the first of them. */
const fieldLimit = 200;
const nameLimit = 100;

/** What is odd or worth knowing about a delivery, in order of weight. Pure; never throws. */
export function explainDelivery(delivery: ExplainedDelivery): Explanation[] {
  const problems = delivery.problems.flatMap((code) => explainProblem(code, delivery));
  // What is odd about the bytes of a field says nothing of its value: both are told.
  const explained = new Set(problems.filter(({ code }) => !code.startsWith('json_')).map(({ path }) => path));
  const fields = delivery.fields
    .filter(({ path }) => !explained.has(path))
    .flatMap((field) => explainField(field, delivery.eventName));
  return [
    ...problems,
    ...explainDepth(delivery),
    ...explainKind(delivery.eventName),
    ...explainReason(delivery),
    ...listed(fields),
  ];
}

/** Warnings before information; beyond the limit they are counted. */
function listed(fields: readonly Explanation[]): Explanation[] {
  const sorted = fields.toSorted((a, b) => Number(a.severity === 'information') - Number(b.severity === 'information'));
  const more = sorted.length - fieldLimit;
  if (more <= 0) return sorted;
  const message = `${more} more fields are new, absent or different; the list of fields shows them.`;
  return [
    ...sorted.slice(0, fieldLimit),
    { code: 'field_more', path: null, message, section: null, severity: 'information' },
  ];
}

function explainDepth({ isTooDeep }: ExplainedDelivery): Explanation[] {
  if (!isTooDeep) return [];
  const message = `Values are nested deeper than ${shownDepth} levels: they are not listed field by field, … stands in their place. The source text has them.`;
  return [{ code: 'envelope_too_deep', path: null, message, section: null, severity: 'information' }];
}

function explainKind(eventName: string | null): Explanation[] {
  if (eventName === null) return [];
  const name = toPrintableLine(eventName, nameLimit);
  const kind = findKind(eventName);
  const base = { path: 'event_name', severity: 'information' } as const;
  if (kind === null) {
    const message = `${name} is not one of the kinds that the specification lists; its common fields are read as the common table says.`;
    return [{ ...base, code: 'kind_unknown', message, section: null }];
  }
  if (kind.name === eventName) return [];
  const message = `${name} is another name the specification uses for ${kind.name}.`;
  return [{ ...base, code: 'kind_alias', message, section: 'What the service does' }];
}

/** The number and the text came together, whatever the number: which one means what is not shown. */
function explainReason({ eventName, fields }: ExplainedDelivery): Explanation[] {
  if (findKind(eventName ?? '')?.name !== 'notification.not_attempted') return [];
  const code = fields.find(({ path }) => path === 'payload.error_type')?.source;
  const text = fields.find(({ path }) => path === 'payload.error_string')?.source;
  if (typeof code !== 'string') return [];
  const came = typeof text === 'string' ? `came with error_string ${toPrintableLine(text, nameLimit)}` : 'came alone';
  const message = `error_type ${toPrintableLine(code, nameLimit)} ${came}. The specification does not show which number means which reason; it shows the pair 1 and not_consented.`;
  return [{ code: 'reason_code', path: null, message, section: 'Errors', severity: 'information' }];
}
