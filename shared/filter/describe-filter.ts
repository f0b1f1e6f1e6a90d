// Says a filter in plain English, as the echo under the filter box: "SMS events, slower than 5 s, not answered 200".
import { formatFieldPath } from './field-path.ts';
import { findFilterKey, toKindCode, type FilterKeyName } from './filter-keys.ts';
import type { FilterNode, FilterOperator, FilterTerm, FilterValue } from './filter-node.ts';

/** One line without a full stop; null is "All events". */
export function describeFilter(ast: FilterNode | null): string {
  if (ast === null) return 'All events';
  const text = describe(ast);
  // Names of fields and events begin as they are.
  return /^[a-z]+(?:[ ,]|$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

function describe(node: FilterNode): string {
  switch (node.type) {
    case 'and':
      return node.nodes.map((child) => (child.type === 'or' ? `(${describe(child)})` : describe(child))).join(', ');
    case 'or':
      return node.nodes.map((child) => (child.type === 'and' ? `(${describe(child)})` : describe(child))).join(' or ');
    case 'not':
      return node.node.type === 'and' || node.node.type === 'or'
        ? `not (${describe(node.node)})`
        : `not ${describe(node.node)}`;
    case 'text':
      return `containing “${node.text}”`;
    case 'term':
      return describeTerm(node);
  }
}

function describeTerm(term: FilterTerm): string {
  const { target, operator } = term;
  switch (target.type) {
    case 'key':
      return describeKey(target.name, term);
    case 'header':
      return `header ${target.name} ${toFieldPhrase(operator, term.values)}`;
    case 'fieldType':
      return `${formatFieldPath(target.path)} of type ${listed(term.values)}`;
    case 'field':
      return `${formatFieldPath(target.path)} ${toFieldPhrase(operator, term.values)}`;
  }
}

const amounts = { ':>': 'more than', ':>=': 'at least', ':<': 'less than', ':<=': 'at most' };
const times = { ':>': 'after', ':>=': 'from', ':<': 'before', ':<=': 'until' };
const speeds = { ':>': 'slower than', ':>=': 'at least', ':<': 'faster than', ':<=': 'at most' };

const labels: Readonly<Partial<Record<FilterKeyName, string>>> = {
  status: 'answered',
  received: 'received',
  event_ts: 'occurred',
  env: 'from',
  auth: 'authentication',
  origin: 'sent by',
  addr: 'phone',
  ccid: 'customer',
  chain: 'about',
  ip: 'source address',
  text: 'text',
};

function describeKey(name: FilterKeyName, { operator, values }: FilterTerm): string {
  const [first] = values;
  switch (name) {
    case 'event': {
      const category =
        values.length === 1 && first?.type === 'word' ? /^([a-z_]+)\.\*$/.exec(first.text)?.[1] : undefined;
      const code = category === undefined ? 'unknown' : toKindCode(`${category}.`);
      if (code !== 'unknown' && (code === 'sms' || code === 'feed' || code === 'form' || code === 'text')) {
        return `${code.toUpperCase()} events`;
      }
      return operator === ':' ? `${listed(values)} events` : `event ${toPhrase(operator, values, amounts)}`;
    }
    case 'kind':
      return `${listed(values).toUpperCase().replaceAll(' OR ', ' or ')} events`;
    case 'is':
      return listed(values);
    case 'has':
      return `with ${listed(values)}`;
    case 'lag':
      return operator === ':>' || operator === ':<'
        ? toPhrase(operator, values, speeds)
        : `lag ${toPhrase(operator, values, amounts)}`;
    case 'received':
    case 'event_ts':
      return `${labels[name] ?? name} ${describeTimes(operator, values)}`;
    default:
      return `${labels[name] ?? findFilterKey(name)?.name ?? name} ${toPhrase(operator, values, amounts)}`;
  }
}

function describeTimes(operator: FilterOperator, values: readonly FilterValue[]): string {
  const [only] = values;
  const ago = values.length === 1 && only?.type === 'word' ? /^\d+[smhd]$/i.exec(only.text)?.[0] : undefined;
  if (ago === undefined) return toPhrase(operator, values, times);
  return operator === ':' ? `in the last ${spaced(ago)}` : `${toPhrase(operator, values, times)} ago`;
}

function toPhrase(
  operator: FilterOperator,
  values: readonly FilterValue[],
  comparisons: Readonly<Record<':>' | ':>=' | ':<' | ':<=', string>>,
): string {
  switch (operator) {
    case ':':
      return listed(values);
    case ':=':
      return `exactly ${listed(values)}`;
    case ':~':
      return `containing ${listed(values)}`;
    default:
      return `${comparisons[operator]} ${listed(values)}`;
  }
}

function toFieldPhrase(operator: FilterOperator, values: readonly FilterValue[]): string {
  const phrase = toPhrase(operator, values, amounts);
  return operator === ':' && values[0]?.type === 'word' ? `is ${phrase}` : phrase;
}

function listed(values: readonly FilterValue[]): string {
  return values
    .map((value) => {
      if (value.type === 'regex') return `matching /${value.source}/${value.flags}`;
      if (value.type === 'word') return value.quoted ? `“${value.text}”` : spaced(value.text);
      if (value.from === '') return `up to ${spaced(value.to)}`;
      return value.to === '' ? `${spaced(value.from)} or more` : `${spaced(value.from)} to ${spaced(value.to)}`;
    })
    .join(' or ');
}

/** A number and its unit apart: 5s → 5 s. */
function spaced(text: string): string {
  return text.replace(/^(-?\d+(?:\.\d+)?)([a-zA-Z]{1,3})$/, '$1 $2');
}
