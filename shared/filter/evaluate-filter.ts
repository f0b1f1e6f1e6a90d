import { assertNever } from '../errors/assert-never.ts';
import { headerValues } from '../http/header-pair.ts';
import { jsonTypeOf, matchesField } from './field-matcher.ts';
import { valuesAtPath } from './field-path.ts';
import { toKindCode, type StateFlag } from './filter-keys.ts';
import type { FilterNode } from './filter-node.ts';
import type { FilterSubject } from './filter-subject.ts';
import { inRange, type FilterClock } from './parse-literal.ts';
import { resolveTerm, type TermTest } from './resolve-term.ts';
import { foldCase, matchesText, occursInText } from './text-matcher.ts';

/** What of a delivery only its bytes and headers tell. */
export type EnvelopeView = Pick<FilterSubject, 'text' | 'unparsed' | 'envelope' | 'rawHeaders'>;

/** The tests that read an {@link EnvelopeView}. */
export type EnvelopeTest = Extract<TermTest, { type: 'body' | 'fields' | 'fieldTypes' | 'presence' | 'headers' }>;

/**
 * Whether a delivery fits a filter; null fits all. `zoneOffsetMinutes` east of UTC is for times written without a zone.
 * For many deliveries make one predicate with {@link createFilterPredicate}.
 */
export function evaluateFilter(
  ast: FilterNode | null,
  subject: FilterSubject,
  nowMs: number,
  zoneOffsetMinutes = 0,
): boolean {
  return createFilterPredicate(ast, nowMs, zoneOffsetMinutes)(subject);
}

/** The filter as a function; terms are given their meaning once. `subject.envelope` is called at most once per call. */
export function createFilterPredicate(
  ast: FilterNode | null,
  nowMs: number,
  zoneOffsetMinutes = 0,
): (subject: FilterSubject) => boolean {
  if (ast === null) return () => true;
  const test = toPredicate(ast, { nowMs, zoneOffsetMinutes });
  return (subject) => test({ ...subject, envelope: once(subject.envelope) });
}

function toPredicate(node: FilterNode, clock: FilterClock): (subject: FilterSubject) => boolean {
  switch (node.type) {
    case 'and': {
      const tests = node.nodes.map((child) => toPredicate(child, clock));
      return (subject) => tests.every((test) => test(subject));
    }
    case 'or': {
      const tests = node.nodes.map((child) => toPredicate(child, clock));
      return (subject) => tests.some((test) => test(subject));
    }
    case 'not': {
      const test = toPredicate(node.node, clock);
      return (subject) => !test(subject);
    }
    case 'text': {
      const folded = foldCase(node.text);
      return (subject) => foldCase(subject.text).includes(folded) || foldCase(subject.eventName ?? '').includes(folded);
    }
    case 'term': {
      const meaning = resolveTerm(node, clock);
      if ('problem' in meaning) throw new Error(`A filter with errors was evaluated: ${meaning.problem}`);
      return (subject) => passes(meaning, subject);
    }
    default:
      return assertNever(node);
  }
}

function passes(test: TermTest, subject: FilterSubject): boolean {
  switch (test.type) {
    case 'numbers': {
      const value = subject[test.field];
      return value !== null && test.ranges.some((range) => inRange(range, value));
    }
    case 'texts': {
      const value = subject[test.field];
      return value !== null && test.matchers.some((matcher) => matchesText(matcher, value));
    }
    case 'choices':
      return test.values.includes(subject[test.field]);
    case 'answers': {
      const { answerStatus } = subject;
      if (subject.answerAction !== 'respond' && test.actions.includes(subject.answerAction)) return true;
      return answerStatus !== null && test.ranges.some((range) => inRange(range, answerStatus));
    }
    case 'kinds':
      return test.codes.includes(toKindCode(subject.eventName));
    case 'states':
      return test.states.some((state) => isInState(state, subject));
    case 'references':
      return subject.references.some(
        ({ entity, value }) =>
          test.entities.includes(entity) && test.matchers.some((matcher) => matchesText(matcher, value)),
      );
    case 'problems':
      return subject.problems.some((code) => test.matchers.some((matcher) => matchesText(matcher, code)));
    default:
      return passesEnvelope(test, subject);
  }
}

/** The part of the evaluation that reads bytes or headers; the SQL functions of the store call it too. */
export function passesEnvelope(test: EnvelopeTest, view: EnvelopeView): boolean {
  switch (test.type) {
    case 'body':
      return test.matchers.some((matcher) => occursInText(matcher, view.text));
    case 'headers': {
      const values = headerValues(view.rawHeaders, test.name);
      return test.matchers.some((matcher) => matchesField(matcher, values));
    }
    case 'fields':
    case 'fieldTypes':
    case 'presence':
      break;
    default:
      return assertNever(test);
  }
  const envelope = view.unparsed ? undefined : view.envelope();
  if (envelope === undefined) return false;
  if (test.type === 'presence') return test.paths.some((path) => valuesAtPath(envelope, path).length > 0);
  const values = valuesAtPath(envelope, test.path);
  if (test.type === 'fields') return test.matchers.some((matcher) => matchesField(matcher, values));
  return values.some((value) => test.types.includes(jsonTypeOf(value)));
}

function isInState(state: StateFlag, subject: FilterSubject): boolean {
  switch (state) {
    case 'retry':
      return subject.attempt > 1;
    case 'early':
      return subject.early;
    case 'late':
      return subject.late;
    case 'unparsed':
      return subject.unparsed;
    case 'batch':
      return subject.batchIndex !== null;
    case 'dup':
      return subject.classes.includes('duplicate-after-200');
    case 'late-ack':
      return subject.classes.includes('late-ack');
    case 'changed-body':
      return subject.classes.includes('different-body');
    case 'beyond-limit':
      return subject.classes.includes('beyond-limit');
    case 'gave-up':
      return subject.gaveUp;
    case 'latest':
      return !subject.superseded;
    case 'held':
      return subject.answerAction === 'hang';
    case 'rescued':
      return subject.answerDecidedBy === 'rescue';
    case 'blocked':
      return subject.allowed === false;
    case 'replay':
    case 'simulator':
    case 'self-test':
    case 'platform':
      return subject.origin === state;
    default:
      return assertNever(state);
  }
}

function once(read: () => unknown): () => unknown {
  let known: { value: unknown } | null = null;
  return () => (known ??= { value: read() }).value;
}
