// What can be written at the cursor, as far as it is known without a store: keys, operators, fixed values, names of events and
// fields of the specification. The interface adds values with counts from the store where `kind` is `value`.
import { catalogue } from '../spec/catalogue.ts';
import { foldCase } from './text-matcher.ts';
import { filterKeys, jsonTypes, topLevelFields, type FilterKey } from './filter-keys.ts';
import type { TermTarget } from './filter-node.ts';
import { parseTarget } from './parse-filter.ts';
import { printTarget } from './print-filter.ts';
import { scanFilter, type Lexeme } from './scan-filter.ts';

/** One offer. `label` is what is inserted. */
export interface FilterOption {
  readonly label: string;
  readonly detail: string;
}

/** Offers that replace the text from `from` to `to`. */
export interface FilterCompletion {
  readonly from: number;
  readonly to: number;
  readonly kind: 'key' | 'operator' | 'value';
  /** The key as it is printed, where a value or an operator is completed. */
  readonly key?: string;
  readonly options: readonly FilterOption[];
}

/** Offers for a cursor (UTF-16 position). `eventNames` are those seen; the specification's come after them. Never throws. */
export function completeFilter(text: string, cursor: number, eventNames: readonly string[] = []): FilterCompletion {
  const to = Math.max(0, Math.min(cursor, text.length));
  const before = text.slice(0, to);
  // Until its colon is there, type( reads as a word and a parenthesis.
  const type = /(?:^|[\s(-])(type\([^()\s":]*)$/.exec(before)?.[1];
  if (type !== undefined) return completeKey(text, to - type.length, to);
  const last = scanFilter(before).lexemes.at(-1);
  if (last !== undefined && last.end === to) {
    if (last.type === 'term') return completeTerm(text, to, last, eventNames);
    if (last.type === 'text' && text[last.start] !== '"') return completeKey(text, last.start, to);
  }
  return completeKey(text, to, to);
}

function completeKey(text: string, from: number, to: number): FilterCompletion {
  const typed = foldCase(text.slice(from, to));
  const fields = /^(?:payload|envelope|type\()/.test(typed) ? fieldKeys(typed) : [];
  const options = [...filterKeys.map(toKeyOption), ...fields].filter(({ label }) => foldCase(label).startsWith(typed));
  return { from, to, kind: 'key', options };
}

function toKeyOption({ name, doc }: FilterKey): FilterOption {
  const placeholder = name.search(/PATH|NAME/);
  return { label: placeholder < 0 ? `${name}:` : name.slice(0, placeholder), detail: doc };
}

function fieldKeys(typed: string): FilterOption[] {
  if (typed.startsWith('type(')) return fieldPaths().map(({ label, detail }) => ({ label: `type(${label}):`, detail }));
  const isPayload = typed.startsWith('payload');
  return fieldPaths()
    .filter(({ label }) => label.startsWith('payload.') === isPayload)
    .map(({ label, detail }) => ({ label: isPayload ? `${label}:` : `envelope.${label}:`, detail }));
}

/** Paths of the fields that the specification names, each once. */
function fieldPaths(): FilterOption[] {
  const paths = new Map<string, string>();
  for (const kind of catalogue) {
    for (const field of kind.payload) {
      if (!paths.has(`payload.${field.name}`)) paths.set(`payload.${field.name}`, field.meaning);
      for (const member of field.members) paths.set(`payload.${field.name}.${member.name}`, member.meaning);
    }
    for (const field of kind.topLevel) if (!paths.has(field.name)) paths.set(field.name, field.meaning);
  }
  return [...paths].map(([label, detail]) => ({ label, detail })).toSorted((a, b) => (a.label < b.label ? -1 : 1));
}

function completeTerm(
  text: string,
  to: number,
  term: Extract<Lexeme, { type: 'term' }>,
  eventNames: readonly string[],
): FilterCompletion {
  const target = parseTarget(term.key.text);
  const value = term.values.at(-1);
  const from = value?.start ?? to;
  if (target === null) return { from, to, kind: 'value', key: term.key.text, options: [] };
  const key = printTarget(target);
  if (from === to && term.operator === ':' && term.values.length === 1 && isOrdered(target)) {
    return { from: term.key.end, to, kind: 'operator', key, options: orderedOperators };
  }
  const typed = foldCase(text.slice(from, to).replace(/^"/, ''));
  const options = valueOptions(target, eventNames).filter(({ label }) => foldCase(label).startsWith(typed));
  return { from, to, kind: 'value', key, options };
}

const orderedOperators: readonly FilterOption[] = [
  { label: ':', detail: 'equal to, or a range 1..5' },
  { label: ':>', detail: 'more than' },
  { label: ':>=', detail: 'at least' },
  { label: ':<', detail: 'less than' },
  { label: ':<=', detail: 'at most' },
];

function isOrdered(target: TermTarget): boolean {
  const type = keyOf(target)?.valueType;
  return type === 'number' || type === 'duration' || type === 'size';
}

function keyOf(target: TermTarget): FilterKey | undefined {
  return target.type === 'key' ? filterKeys.find(({ name }) => name === target.name) : undefined;
}

function valueOptions(target: TermTarget, eventNames: readonly string[]): FilterOption[] {
  const key = keyOf(target);
  if (key?.name === 'event') return eventOptions(eventNames);
  if (key?.name === 'has') return [...fieldPaths(), ...topLevelFields.map((label) => ({ label, detail: '' }))];
  if (target.type === 'fieldType') return jsonTypes.map((label) => ({ label, detail: '' }));
  const fixed = key ?? filterKeys.find(({ valueType }) => valueType === 'field');
  return (fixed?.choices ?? []).map(({ value, doc }) => ({ label: value, detail: doc }));
}

function eventOptions(eventNames: readonly string[]): FilterOption[] {
  const names = new Map(eventNames.map((name) => [name, '']));
  for (const { name, meaning } of catalogue) names.set(name, meaning);
  for (const category of new Set(catalogue.map(({ name }) => name.slice(0, name.indexOf('.'))))) {
    names.set(`${category}.*`, `every ${category} event`);
  }
  return [...names].map(([label, detail]) => ({ label, detail }));
}
