import type { Explanation } from '../../protocol/delivery.ts';
import { problemCodes, type ProblemCode } from '../problem-codes.ts';
import { toPrintableLine } from '../printable-line.ts';
import type { ExplainedDelivery } from './explain-delivery.ts';

type Place = Pick<Explanation, 'path' | 'section'>;

const envelopeSection = 'Event envelope (all events)';
const batchSection = 'POST {webhook_url}';

const valueLimit = 60;

const pathPrefixes = ['event_id', 'event_name', 'event_ts', 'payload'] as const;

/** Codes under which nothing is wrong: the delivery was read, and how is worth knowing. */
const informative: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'token_request',
  'content_encoded',
  'utf8_bom',
  'json_sequence',
  'batch_wrapped',
]);

/** The sentences about one problem code; several where it stands for several places. Codes of newer captures get none. */
export function explainProblem(code: string, delivery: ExplainedDelivery): Explanation[] {
  if (!isProblemCode(code)) return [];
  const base = { code, severity: informative.has(code) ? 'information' : 'warning' } as const;
  const places = delivery.oddities.filter((oddity) => oddity.code === code);
  if (places.length > 0) {
    return places.map(({ path }) => ({ ...base, path, message: `${path}: ${problemCodes[code]}`, section: null }));
  }
  return [{ ...base, ...placeOf(code), message: messageOf(code, delivery) }];
}

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemCodes, code);
}

/** The sentence of the table, with what is known of this one case. */
function messageOf(code: ProblemCode, { parseError, contentEncoding, problems, fields }: ExplainedDelivery): string {
  const meaning = problemCodes[code];
  const source = fields.find(({ path }) => path === prefixOf(code))?.source ?? null;
  if (source !== null) return messageOfField(code, source);
  if (code.startsWith('content_')) {
    const message = contentEncoding?.message ?? null;
    return message === null ? meaning : `${meaning} ${message}.`;
  }
  return parseError !== null && code === problems.at(-1) && parseError.message !== ''
    ? `${meaning} ${parseError.message}.`
    : meaning;
}

/** With the value as sent, so that null, an empty string and one that is too long can be told apart. */
function messageOfField(code: ProblemCode, source: string): string {
  const value = toPrintableLine(source, valueLimit);
  if (!code.endsWith('_unusable')) return `${problemCodes[code]} It is ${value}.`;
  const name = prefixOf(code);
  return source === '""' ? `${name} is empty.` : `${name} is longer than 1,000 characters: ${value}.`;
}

/** The field of the envelope that a code is about. */
function prefixOf(code: ProblemCode): (typeof pathPrefixes)[number] | undefined {
  return pathPrefixes.find((prefix) => code.startsWith(`${prefix}_`));
}

function placeOf(code: ProblemCode): Place {
  const name = prefixOf(code);
  if (name !== undefined) return { path: name, section: envelopeSection };
  return { path: null, section: sectionOf(code) };
}

/** A batch's shape is not shown, but that there are batches is said there, and that a body is one JSON object. */
function sectionOf(code: ProblemCode): string | null {
  if (code.startsWith('batch_') || code === 'json_sequence') return batchSection;
  if (code === 'not_an_envelope' || code === 'json_invalid' || code === 'body_empty') return envelopeSection;
  return null;
}
