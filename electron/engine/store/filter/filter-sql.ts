// Compiles a filter to a condition on `deliveries d`. Every condition is true or false, never NULL, so that NOT means what it
// says. What columns and references tell becomes SQL that indexes can serve; what only bytes or headers tell is asked of the
// functions in filter-functions.ts, which run the evaluator of shared/filter. Values travel as parameters, never as SQL.
import { assertNever } from '#shared/errors/assert-never.ts';
import type { StateFlag } from '#shared/filter/filter-keys.ts';
import type { FieldPath, FilterNode, FilterTerm, FilterText } from '#shared/filter/filter-node.ts';
import { inRange, type FilterClock, type NumberRange } from '#shared/filter/parse-literal.ts';
import { resolveTerm, type NumberField, type TermTest } from '#shared/filter/resolve-term.ts';
import { chainConditions } from '../chain/chain-conditions.ts';
import { toFunctionArgument } from './filter-functions.ts';
import { eventIdsThat, namesThat, referencesThat, type Sql, type SqlValue } from './filter-index.ts';

export { registerFilterFunctions } from './filter-functions.ts';
export type { SqlValue } from './filter-index.ts';

/** A filter as SQL. */
export interface CompiledFilter {
  /** Condition on a row `d` of `deliveries`; plain `?` parameters. The connection needs `registerFilterFunctions`. */
  readonly where: string;
  readonly params: SqlValue[];
  /** Reads bodies or headers row by row: slow over many rows, so scan in chunks that can be given up. */
  readonly scansBodies: boolean;
}

const always: Sql = { sql: '1', params: [] };

/**
 * Compiles a valid filter (no errors when it was parsed); null matches every row. `nowMs` gives relative times their meaning,
 * `zoneOffsetMinutes` east of UTC those without a zone.
 */
export function compileFilter(ast: FilterNode | null, nowMs: number, zoneOffsetMinutes = 0): CompiledFilter {
  const { sql, params } = ast === null ? always : compileNode(ast, { nowMs, zoneOffsetMinutes });
  return { where: sql, params: [...params], scansBodies: /filter_(?:envelope|headers)\(/.test(sql) };
}

function compileNode(node: FilterNode, clock: FilterClock): Sql {
  switch (node.type) {
    case 'and':
      return joined(
        'AND',
        node.nodes.map((child) => compileNode(child, clock)),
      );
    case 'or':
      return joined(
        'OR',
        node.nodes.map((child) => compileNode(child, clock)),
      );
    case 'not': {
      const { sql, params } = compileNode(node.node, clock);
      return { sql: `NOT ${sql}`, params };
    }
    case 'text':
      return compileText(node, clock);
    case 'term':
      return compileTerm(node, clock);
    default:
      return assertNever(node);
  }
}

/** A balanced tree of parentheses, because SQLite limits how deep an expression nests and a chain of ORs nests per term. */
function joined(operator: 'AND' | 'OR', parts: readonly Sql[]): Sql {
  const [only] = parts;
  if (parts.length < 2) return only ?? { sql: operator === 'AND' ? '1' : '0', params: [] };
  const middle = parts.length >> 1;
  const left = joined(operator, parts.slice(0, middle));
  const right = joined(operator, parts.slice(middle));
  return { sql: `(${left.sql} ${operator} ${right.sql})`, params: [...left.params, ...right.params] };
}

function compileText(node: FilterText, clock: FilterClock): Sql {
  const find = (name: 'text' | 'event'): Sql =>
    compileTerm(
      {
        type: 'term',
        target: { type: 'key', name },
        operator: ':~',
        values: [{ type: 'word', text: node.text, quoted: true }],
      },
      clock,
    );
  return joined('OR', [find('event'), find('text')]);
}

function compileTerm(term: FilterTerm, clock: FilterClock): Sql {
  const test = resolveTerm(term, clock);
  if ('problem' in test) throw new Error(`A filter with errors was compiled: ${test.problem}`);
  const argument = toFunctionArgument(term, clock.zoneOffsetMinutes);
  switch (test.type) {
    case 'numbers':
      return joined(
        'OR',
        test.ranges.map((range) => compileNumber(test.field, range)),
      );
    case 'answers':
      return compileAnswers(test);
    case 'choices':
      return joined(
        'OR',
        test.values.map((value) => ({ sql: `d.${test.field} = ?`, params: [value] })),
      );
    case 'states':
      return joined(
        'OR',
        test.states.map((state) => compileState(state)),
      );
    case 'kinds': {
      const named = namesThat(argument);
      return test.codes.includes('unknown')
        ? joined('OR', [named, { sql: 'd.event_name IS NULL', params: [] }])
        : named;
    }
    case 'texts':
      if (test.field === 'eventName') return namesThat(argument);
      if (test.field === 'eventId') return eventIdsThat(test.matchers, argument);
      return onRequest(`filter_value(?, r.${requestColumns[test.field]})`, argument);
    case 'references':
      return referencesThat(test.entities, test.matchers, argument);
    case 'problems':
      return { sql: `(d.problems <> '' AND filter_value(?, d.problems))`, params: [argument] };
    case 'headers':
      return onRequest('filter_headers(?, r.raw_headers)', argument);
    case 'body':
      return onEnvelope([], argument);
    case 'fields': {
      const asksForAbsence = test.matchers.some(({ type }) => type === 'absent');
      return onParsed(asksForAbsence ? [] : [test.path], argument);
    }
    case 'fieldTypes':
      return onParsed([test.path], argument);
    case 'presence':
      return onParsed(test.paths, argument);
    default:
      return assertNever(test);
  }
}

function onParsed(paths: readonly FieldPath[], argument: string): Sql {
  const { sql, params } = onEnvelope(paths, argument);
  return { sql: `(d.unparsed = 0 AND ${sql})`, params };
}

/** Asks about the delivery's own bytes; with paths, only of bodies in which one of them can lead anywhere. */
function onEnvelope(paths: readonly FieldPath[], argument: string): Sql {
  const { sql, params } = mayContain(paths);
  return {
    sql: `EXISTS (SELECT 1 FROM (SELECT ${envelopeBytes} AS bytes) e WHERE ${sql}filter_envelope(?, e.bytes))`,
    params: [...params, argument],
  };
}

const spanOfBody =
  '(SELECT substr(b.bytes, d.span_start + 1, d.span_end - d.span_start) FROM bodies b WHERE b.request_id = d.request_id)';

/**
 * The delivery's own bytes: its slice where there is one (an element of a batch, or a body that was decoded), else its span of the
 * body. Most rows have neither batch nor problem, and then no slice is looked for.
 */
const envelopeBytes = `CASE WHEN d.batch_index IS NULL AND d.problems = '' THEN ${spanOfBody}
  ELSE coalesce((SELECT s.bytes FROM slices s WHERE s.delivery_id = d.id), ${spanOfBody}) END`;

/** A name is in the bytes as it is, unless JSON escapes are; looking for it is cheaper than parsing. */
function mayContain(paths: readonly FieldPath[]): Sql {
  const names = paths.map((path) => path.findLast((segment) => typeof segment === 'string') ?? '');
  if (names.length === 0 || names.some((name) => !/^[ -~]+$/.test(name))) return { sql: '', params: [] };
  const found = names.map(() => 'instr(e.bytes, ?) > 0').join(' OR ');
  return {
    sql: `(${found} OR instr(e.bytes, x'5C') > 0) AND `,
    params: names.map((name) => new TextEncoder().encode(name)),
  };
}

const requestColumns = { method: 'method', target: 'target', sourceAddress: 'source_address' } as const;

function onRequest(condition: string, argument: string): Sql {
  return { sql: `EXISTS (SELECT 1 FROM requests r WHERE r.id = d.request_id AND ${condition})`, params: [argument] };
}

const numberColumns: Readonly<Record<Exclude<NumberField, 'tookMs'>, string>> = {
  attempt: 'd.attempt',
  id: 'd.id',
  requestId: 'd.request_id',
  lagMs: 'd.lag_ms',
  sizeBytes: 'd.size_bytes',
  credential: 'd.credential',
  receivedAtMs: 'd.received_at',
  // The same number wherever there is an event_ts, and it has the index.
  eventTsMs: 'd.order_ts',
};

function compileNumber(field: NumberField, range: NumberRange): Sql {
  if (field === 'tookMs') {
    const { sql, params } = within('coalesce(o.answered_at, o.peer_closed_at) - d.received_at', range);
    return { sql: `EXISTS (SELECT 1 FROM outcomes o WHERE o.request_id = d.request_id AND ${sql})`, params };
  }
  const { sql, params } = within(numberColumns[field], range);
  if (field === 'eventTsMs') return { sql: `(d.event_ts IS NOT NULL AND ${sql})`, params };
  // Said in the words of the partial index, so that it serves.
  const isRetry = field === 'attempt' && !inRange(range, 1) && range.min >= 1;
  return { sql: `(${isRetry ? 'd.attempt > 1 AND ' : ''}${sql})`, params };
}

function within(column: string, range: NumberRange): Sql {
  if (range.min === range.max) return { sql: `${column} IS NOT NULL AND ${column} = ?`, params: [range.min] };
  const parts = [`${column} IS NOT NULL`];
  const params: number[] = [];
  if (range.min !== -Infinity) {
    parts.push(`${column} ${range.minOpen ? '>' : '>='} ?`);
    params.push(range.min);
  }
  if (range.max !== Infinity) {
    parts.push(`${column} ${range.maxOpen ? '<' : '<='} ?`);
    params.push(range.max);
  }
  return { sql: parts.join(' AND '), params };
}

function compileAnswers(test: Extract<TermTest, { type: 'answers' }>): Sql {
  const ranges = test.ranges.map((range): Sql => {
    const { sql, params } = within('d.answer_status', range);
    return { sql: `(${sql})`, params };
  });
  const actions = test.actions.map((action): Sql => ({
    sql: '(d.answer_status IS NULL AND d.answer_action = ?)',
    params: [action],
  }));
  const { sql, params } = joined('OR', [...ranges, ...actions]);
  if (test.ranges.some((range) => inRange(range, 200))) return { sql, params };
  // The words of the partial index on answers other than 200.
  return { sql: `(d.answer_status IS NOT 200 AND ${sql})`, params };
}

function compileState(state: StateFlag): Sql {
  switch (state) {
    case 'retry':
      return { sql: 'd.attempt > 1', params: [] };
    case 'early':
      return { sql: 'd.early = 1', params: [] };
    case 'late':
      return { sql: 'd.late = 1', params: [] };
    case 'unparsed':
      return { sql: 'd.unparsed = 1', params: [] };
    case 'batch':
      return { sql: 'd.batch_index IS NOT NULL', params: [] };
    case 'dup':
    case 'late-ack':
    case 'changed-body':
    case 'beyond-limit':
    case 'gave-up':
    case 'latest':
    case 'held':
    case 'rescued':
      return { sql: chainConditions[state], params: [] };
    case 'blocked':
      return { sql: 'EXISTS (SELECT 1 FROM requests r WHERE r.id = d.request_id AND r.allowed = 0)', params: [] };
    case 'replay':
    case 'simulator':
    case 'self-test':
    case 'platform':
      return { sql: 'd.origin = ?', params: [state] };
    default:
      return assertNever(state);
  }
}
