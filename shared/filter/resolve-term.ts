// Gives a term its meaning: which data it looks at and what it admits. The evaluator and the SQL compiler both start from the
// result, so that they cannot understand a term differently. Whether a term is valid never depends on the clock.
import { assertNever } from '../errors/assert-never.ts';
import { storyEntities, type StoryEntity } from '../protocol/delivery.ts';
import { isComparison, toFieldMatchers, type FieldMatcher } from './field-matcher.ts';
import { parseFieldPath } from './field-path.ts';
import {
  filterKeys,
  findFilterKey,
  jsonTypes,
  kindCodes,
  referenceEntities,
  stateFlags,
  topLevelFields,
  unavailableFlags,
  type FilterKeyName,
  type KindCode,
  type StateFlag,
} from './filter-keys.ts';
import type { FieldPath, FilterTerm, FilterValue } from './filter-node.ts';
import {
  parseDuration,
  parseNumber,
  parseSize,
  parseTime,
  rangeBetween,
  toRange,
  type FilterClock,
  type Literal,
  type NumberRange,
} from './parse-literal.ts';
import { toTextMatcher, type TextMatcher } from './text-matcher.ts';

export type NumberField =
  'attempt' | 'id' | 'requestId' | 'lagMs' | 'tookMs' | 'sizeBytes' | 'receivedAtMs' | 'eventTsMs' | 'credential';
export type TextField = 'eventName' | 'eventId' | 'method' | 'target' | 'sourceAddress';
export type ChoiceField = 'environment' | 'auth' | 'origin';

/** What a term asks of a delivery; lists are alternatives. */
export type TermTest =
  | { readonly type: 'numbers'; readonly field: NumberField; readonly ranges: readonly NumberRange[] }
  | { readonly type: 'texts'; readonly field: TextField; readonly matchers: readonly TextMatcher[] }
  | { readonly type: 'choices'; readonly field: ChoiceField; readonly values: readonly string[] }
  | {
      readonly type: 'answers';
      readonly ranges: readonly NumberRange[];
      readonly actions: readonly ('hang' | 'reset')[];
    }
  | { readonly type: 'kinds'; readonly codes: readonly KindCode[] }
  | { readonly type: 'states'; readonly states: readonly StateFlag[] }
  | {
      readonly type: 'references';
      readonly entities: readonly StoryEntity[];
      readonly matchers: readonly TextMatcher[];
    }
  | { readonly type: 'problems'; readonly matchers: readonly TextMatcher[] }
  | { readonly type: 'body'; readonly matchers: readonly TextMatcher[] }
  | { readonly type: 'fields'; readonly path: FieldPath; readonly matchers: readonly FieldMatcher[] }
  | { readonly type: 'fieldTypes'; readonly path: FieldPath; readonly types: readonly string[] }
  | { readonly type: 'presence'; readonly paths: readonly FieldPath[] }
  | { readonly type: 'headers'; readonly name: string; readonly matchers: readonly FieldMatcher[] };

/** What is wrong with a term and what to write instead; `valueIndex` null when it is not about one value. */
export interface TermFault {
  readonly problem: string;
  readonly valueIndex: number | null;
}

/** The meaning of a term, or why it has none. */
export function resolveTerm(term: FilterTerm, clock: FilterClock): TermTest | TermFault {
  if (isComparison(term.operator) && term.values.length !== 1) {
    return { problem: `${term.operator} compares with one value; use a range such as 1..5`, valueIndex: null };
  }
  const { target } = term;
  switch (target.type) {
    case 'key':
      return resolveKey(target.name, term, clock);
    case 'field':
      return build(
        eachOf(term, (value) => toFieldMatchers(term.operator, value, clock)),
        (matchers) => ({ type: 'fields', path: target.path, matchers }),
      );
    case 'fieldType':
      return build(choicesOf(term, jsonTypes), (types) => ({ type: 'fieldTypes', path: target.path, types }));
    case 'header':
      return build(
        eachOf(term, (value) => toFieldMatchers(term.operator, value, clock)),
        (matchers) => ({ type: 'headers', name: target.name, matchers }),
      );
    default:
      return assertNever(target);
  }
}

const numberFields: Readonly<
  Partial<Record<FilterKeyName, { field: NumberField; parse: (text: string, clock: FilterClock) => Literal }>>
> = {
  try: { field: 'attempt', parse: parseNumber },
  delivery: { field: 'id', parse: parseNumber },
  request: { field: 'requestId', parse: parseNumber },
  credential: { field: 'credential', parse: parseNumber },
  lag: { field: 'lagMs', parse: parseDuration },
  took: { field: 'tookMs', parse: parseDuration },
  size: { field: 'sizeBytes', parse: parseSize },
  received: { field: 'receivedAtMs', parse: parseTime },
  event_ts: { field: 'eventTsMs', parse: parseTime },
};
const textFields: Readonly<Partial<Record<FilterKeyName, TextField>>> = {
  event: 'eventName',
  event_id: 'eventId',
  method: 'method',
  target: 'target',
  ip: 'sourceAddress',
};
const choiceFields: Readonly<Partial<Record<FilterKeyName, ChoiceField>>> = {
  env: 'environment',
  auth: 'auth',
  origin: 'origin',
};

function resolveKey(name: FilterKeyName, term: FilterTerm, clock: FilterClock): TermTest | TermFault {
  const number = numberFields[name];
  if (number !== undefined) {
    return build(
      eachOf(term, (value) => rangeOf(term, value, (text) => number.parse(text, clock))),
      (ranges) => ({ type: 'numbers', field: number.field, ranges }),
    );
  }
  const textField = textFields[name];
  if (textField !== undefined) {
    return build(textsOf(name, term), (matchers) => ({ type: 'texts', field: textField, matchers }));
  }
  const choiceField = choiceFields[name];
  if (choiceField !== undefined) {
    const allowed = findFilterKey(name)?.choices.map((choice) => choice.value) ?? [];
    return build(choicesOf(term, allowed), (values) => ({ type: 'choices', field: choiceField, values }));
  }
  const entity = referenceEntities[name];
  if (entity !== undefined || name === 'chain') {
    const entities = entity === undefined ? storyEntities : [entity];
    return build(textsOf(name, term), (matchers) => ({ type: 'references', entities, matchers }));
  }
  return resolveSpecial(name, term);
}

function resolveSpecial(name: FilterKeyName, term: FilterTerm): TermTest | TermFault {
  switch (name) {
    case 'status':
      return build(
        eachOf(term, (value) => answerOf(term, value)),
        (answers) => ({
          type: 'answers',
          ranges: answers.filter((answer) => typeof answer !== 'string'),
          actions: answers.filter((answer) => typeof answer === 'string'),
        }),
      );
    case 'kind':
      return build(choicesOf(term, kindCodes), (codes) => ({ type: 'kinds', codes }));
    case 'is':
      return build(choicesOf(term, stateFlags), (states) => ({ type: 'states', states }));
    case 'has':
      return build(
        eachOf(term, (value) => pathOf(term, value)),
        (paths) => ({ type: 'presence', paths }),
      );
    case 'problem':
      return build(textsOf(name, term), (matchers) => ({ type: 'problems', matchers }));
    case 'text':
      return build(textsOf(name, term), (matchers) => ({ type: 'body', matchers }));
    default:
      throw new Error(`No meaning is defined for the filter key ${name}`);
  }
}

type Fault = { readonly problem: string };

/** Reads every value; one value may stand for several alternatives. */
function eachOf<T extends object | string>(
  term: FilterTerm,
  read: (value: FilterValue) => readonly T[] | Fault,
): readonly T[] | TermFault {
  const all: T[] = [];
  for (const [valueIndex, value] of term.values.entries()) {
    const alternatives = read(value);
    if ('problem' in alternatives) return { problem: alternatives.problem, valueIndex };
    all.push(...alternatives);
  }
  return all;
}

function build<T>(list: readonly T[] | TermFault, make: (list: readonly T[]) => TermTest): TermTest | TermFault {
  return 'problem' in list ? list : make(list);
}

function textsOf(name: FilterKeyName, term: FilterTerm): readonly TextMatcher[] | TermFault {
  if (isComparison(term.operator)) {
    return { problem: `${name} is text and cannot be compared; write ${name}: or ${name}:~`, valueIndex: null };
  }
  return eachOf(term, (value) => {
    if (value.type === 'range') {
      return { problem: `${name} is text and has no ranges; put the value in quotes if it contains ..` };
    }
    if (referenceEntities[name] !== undefined && value.type === 'word' && !value.quoted) {
      const word = value.text;
      if (word === 'null' || word === 'absent' || word === 'empty') {
        return { problem: `${name} looks up references; write payload.FIELD:${word}, or quote the value` };
      }
    }
    const matcher = toTextMatcher(term.operator, value);
    return 'problem' in matcher ? matcher : [matcher];
  });
}

function choicesOf<T extends string>(term: FilterTerm, allowed: readonly T[]): readonly T[] | TermFault {
  if (term.operator !== ':')
    return { problem: 'Only : goes with a fixed list of values; write key:value', valueIndex: null };
  return eachOf<T>(term, (value) => {
    const word = value.type === 'word' ? value.text.toLowerCase() : null;
    const choice = allowed.find((candidate) => candidate === word);
    if (choice !== undefined) return [choice];
    if (word !== null && unavailableFlags.includes(word) && term.target.type === 'key' && term.target.name === 'is') {
      return { problem: `is:${word} is not available yet; remove it` };
    }
    return { problem: `${word === null ? 'This' : `“${word}”`} is not one of the values: ${allowed.join(', ')}` };
  });
}

function rangeOf(
  term: FilterTerm,
  value: FilterValue,
  parse: (text: string) => Literal,
): readonly NumberRange[] | Fault {
  if (value.type === 'regex')
    return { problem: 'A regular expression finds text; for numbers and times write :, :>=, :< or a range' };
  if (term.operator === ':~') return { problem: ':~ finds text; for numbers and times write :, :>=, :< or a range' };
  if (value.type === 'range') {
    if (term.operator !== ':') return { problem: 'A range goes with : alone; write for example key:1..5' };
    const range = rangeBetween(value.from, value.to, parse);
    return 'problem' in range ? range : [range];
  }
  const literal = parse(value.text);
  return 'problem' in literal ? literal : [toRange(term.operator, literal)];
}

function answerOf(term: FilterTerm, value: FilterValue): readonly (NumberRange | 'hang' | 'reset')[] | Fault {
  const word = value.type === 'word' ? value.text.toLowerCase() : '';
  if (word === 'timeout' || word === 'reset') {
    if (term.operator !== ':') return { problem: `${word} is not a number; write status:${word}` };
    return [word === 'timeout' ? 'hang' : 'reset'];
  }
  const hundreds = /^([1-5])xx$/.exec(word)?.[1];
  if (hundreds !== undefined && term.operator === ':') {
    return [{ min: Number(hundreds) * 100, minOpen: false, max: Number(hundreds) * 100 + 99, maxOpen: false }];
  }
  const range = rangeOf(term, value, parseNumber);
  return 'problem' in range && value.type === 'word'
    ? { problem: `“${value.text}” is not a status; write 200, 400..499, 5xx, timeout or reset` }
    : range;
}

function pathOf(term: FilterTerm, value: FilterValue): readonly FieldPath[] | Fault {
  if (term.operator !== ':' || value.type !== 'word')
    return { problem: 'has: takes the path of a field; write for example has:payload.job_id' };
  if (unavailableFlags.includes(value.text)) return { problem: `has:${value.text} is not available yet; remove it` };
  const path = parseEnvelopePath(value.text);
  return path === null ? { problem: `“${value.text}” is not a path; write for example has:payload.job_id` } : [path];
}

/** A path from the envelope's top, with or without `envelope.` before it; null where it is none. */
export function parseEnvelopePath(text: string): FieldPath | null {
  const path = parseFieldPath(text);
  return path?.[0] === 'envelope' && typeof path[1] === 'string' ? path.slice(1) : path;
}

/** Whether a path may be written as a key without `envelope.` before it. */
export function standsAlone(path: FieldPath): boolean {
  return path[0] === 'payload' || topLevelFields.includes(String(path[0]));
}

/** Keys to offer when a name is unknown, nearest first. */
export function nearestKeys(name: string): string[] {
  const wanted = name.toLowerCase();
  return [...filterKeys.flatMap((key) => [key.name, ...key.aliases]), ...topLevelFields]
    .filter((candidate) => /^\w+$/.test(candidate))
    .map((candidate) => ({ candidate, distance: editDistance(wanted, candidate) }))
    .filter(
      ({ candidate, distance }) => distance <= Math.max(1, Math.floor(Math.min(wanted.length, candidate.length) / 3)),
    )
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 4) return Infinity;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
