import * as fc from 'fast-check';
import { filterKeys } from '#shared/filter/filter-keys.ts';
import type { FilterNode, FilterTerm } from '#shared/filter/filter-node.ts';
import { parseFilter } from '#shared/filter/parse-filter.ts';

/** Few letters in both cases, wildcards, quotes and letters whose case is odd, so that matches and near misses are common. */
export const smallText = fc.string({
  unit: fc.constantFrom(
    'a',
    'A',
    'b',
    'k',
    'K',
    '\u212A',
    'i',
    '\u0130',
    '1',
    '-',
    '_',
    '.',
    'é',
    'É',
    '*',
    ' ',
    '"',
    '\\',
  ),
  maxLength: 6,
});
const word = fc.string({
  unit: fc.constantFrom('a', 'A', 'b', 'k', 'K', 'i', '1', '-', '_', 'é', '*'),
  minLength: 1,
  maxLength: 4,
});
const quoted = smallText.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`);
const pattern = fc.constantFrom('/a/', '/^A.?$/i', '/[ab]+1/', '/\\bb/', '/k|é/i');
const known = fc.constantFrom('notification.delivered', 'notification.*', 'message.action_taken', 'MESSAGE.*', 'odd');
const text = fc.oneof(word, quoted, pattern, known);
const textOperator = fc.constantFrom(':', ':', ':=', ':~');
const comparison = fc.constantFrom(':', ':>', ':>=', ':<', ':<=');

const texts = (keys: readonly string[], values: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...keys), textOperator, fc.array(values, { minLength: 1, maxLength: 2 }))
    .map(([key, operator, list]) => `${key}${operator}${list.join(',')}`);
const ordered = (keys: readonly string[], values: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    fc.tuple(fc.constantFrom(...keys), comparison, values).map((parts) => parts.join('')),
    fc.tuple(fc.constantFrom(...keys), values, values).map(([key, from, to]) => `${key}:${from}..${to}`),
    fc.tuple(fc.constantFrom(...keys), values).map(([key, from]) => `${key}:${from}..`),
  );
const small = fc.constantFrom('0', '1', '2', '3', '2.5');
const time = fc.constantFrom(
  '10m',
  '2h',
  'today',
  '09:00',
  '2026-11-20',
  '2026-11-21T09:30Z',
  '1795255200000',
  '09:30+02:00',
);
const fieldPath = fc.constantFrom(
  'payload.a',
  'payload.list.a',
  'payload.list[1].a',
  'payload.odd-name',
  'payload."a b"',
  'payload',
  'envelope.event_type',
  'event_version',
);

/** Terms as somebody types them. */
export const termText: fc.Arbitrary<string> = fc.oneof(
  texts(['event', 'event_id', 'method', 'target', 'ip', 'problem', 'text', 'ccid', 'chain', 'job', 'header.x-a'], text),
  ordered(['try', 'delivery', 'request', 'credential'], small),
  ordered(['lag', 'took'], fc.constantFrom('0', '1s', '250ms', '-1s', '1m')),
  ordered(['size'], fc.constantFrom('0', '10', '1kB', '1KiB')),
  ordered(['received', 'event_ts'], time),
  fc
    .tuple(comparison, fc.constantFrom('200', '401', '500', '400..499'))
    .map(([operator, value]) => `status${value.includes('..') ? ':' : operator}${value}`),
  fc.constantFrom(
    'status:timeout',
    'status:reset,500',
    'status:5xx,timeout',
    'has:payload.a',
    'has:payload.list.a,event_ts',
  ),
  ...filterKeys
    .filter(({ valueType, name }) => valueType === 'choice' && name !== 'type(PATH)')
    .map(({ name, choices }) => fc.constantFrom(...choices.map(({ value }) => `${name}:${value}`))),
  fc
    .tuple(fieldPath, fc.constantFrom('string', 'number', 'null', 'array', 'object,boolean'))
    .map(([path, type]) => `type(${path}):${type}`),
  texts(['payload.a', 'payload.list.a', 'payload."a b"', 'event_version'], text),
  fc
    .tuple(fieldPath, fc.constantFrom('null', 'absent', 'empty', '1', 'null,absent', '1.0', '/a/i'))
    .map((parts) => parts.join(':')),
  ordered(
    ['payload.a', 'payload.list.a', 'event_version'],
    fc.constantFrom('0', '1', '2', '2026-11-20', '2026-11-21T09:30'),
  ),
  fc.constantFrom('header.x-a:absent', 'header.x-a:empty', 'header.X-A:1'),
);

/** Valid terms. */
export const term: fc.Arbitrary<FilterTerm> = termText
  .map((typed) => parseFilter(typed))
  .filter(({ errors }) => errors.length === 0)
  .map(({ ast }) => ast)
  .filter((ast): ast is FilterTerm => ast?.type === 'term');

/** Valid trees of any shape. */
export const filterNode: fc.Arbitrary<FilterNode> = fc.letrec<{ node: FilterNode }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    term,
    fc.oneof(smallText, known).map((text): FilterNode => ({ type: 'text', text })),
    tie('node').map((node): FilterNode => ({ type: 'not', node })),
    fc.array(tie('node'), { minLength: 2, maxLength: 3 }).map((nodes): FilterNode => ({ type: 'and', nodes })),
    fc.array(tie('node'), { minLength: 2, maxLength: 3 }).map((nodes): FilterNode => ({ type: 'or', nodes })),
  ),
})).node;
