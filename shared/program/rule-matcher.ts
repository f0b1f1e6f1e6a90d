// Which rules of a program fit a request, by the filter language. A rule fits a batch when it fits one of its envelopes. Filters get their
// meaning again each second, because some of them speak of the time (`received:today`).
import type { AnswerProgram, Rule } from '../answer/answer.ts';
import { createFilterPredicate } from '../filter/evaluate-filter.ts';
import type { StateFlag } from '../filter/filter-keys.ts';
import type { FilterNode, FilterTerm } from '../filter/filter-node.ts';
import type { FilterSubject } from '../filter/filter-subject.ts';
import { parseFilter } from '../filter/parse-filter.ts';

/** One delivery of a request, and the event it carries, by a key that its later attempts have too. */
export interface RuleSubject {
  readonly event: string;
  readonly delivery: FilterSubject;
}

/** What has to be known of a request before a program can decide it. */
export interface ProgramNeeds {
  /** What its body carries. */
  readonly deliveries: boolean;
  /** Which attempts they are. */
  readonly attempts: boolean;
}

export interface RuleMatcher {
  readonly needs: ProgramNeeds;
  /** Whether the filter of a rule holds a regular expression, which can take very long on some texts. */
  usesRegex(ruleIndex: number): boolean;
  /** Events of a request that fit the filter of a rule. `nowMs` is epoch milliseconds. */
  fittingEvents(ruleIndex: number, subjects: readonly RuleSubject[], nowMs: number): string[];
}

type Predicate = (subject: FilterSubject) => boolean;

const MEANING_LASTS_MS = 1_000;

/** A matcher for a program whose filters are valid, see `findProgramProblem`. */
export function createRuleMatcher(program: Pick<AnswerProgram, 'rules' | 'rescueLastAttempt'>): RuleMatcher {
  const filters = program.rules.map(({ when }) => parseFilter(when).ast);
  let predicates: Predicate[] = [];
  let meantAtMs = -Infinity;

  return {
    needs: needsOf(program, filters),
    usesRegex: (ruleIndex) => hasRegex(filters[ruleIndex] ?? null),
    fittingEvents(ruleIndex, subjects, nowMs) {
      if (Math.abs(nowMs - meantAtMs) >= MEANING_LASTS_MS) {
        predicates = filters.map((filter) => createFilterPredicate(filter, nowMs));
        meantAtMs = nowMs;
      }
      const fits = predicates[ruleIndex];
      if (fits === undefined) return [];
      return subjects.filter(({ delivery }) => fits(delivery)).map(({ event }) => event);
    },
  };
}

function needsOf(
  { rules, rescueLastAttempt }: Pick<AnswerProgram, 'rules' | 'rescueLastAttempt'>,
  filters: readonly (FilterNode | null)[],
): ProgramNeeds {
  const attempts =
    rescueLastAttempt ||
    rules.some((rule) => rule.attempts !== undefined) ||
    filters.some((filter) => filter !== null && asksForAttempt(filter));
  return { attempts, deliveries: attempts || rules.some(looksInside) };
}

function looksInside({ when, events }: Rule): boolean {
  return when.trim() !== '' || events !== undefined;
}

/** Flags that an attempt decides, when a request arrives. */
const attemptFlags: readonly string[] = ['retry', 'beyond-limit'] satisfies StateFlag[];

function isOfAttempts({ target, values }: FilterTerm): boolean {
  const isFlag = target.type === 'key' && target.name === 'is';
  return isFlag && values.some((value) => value.type === 'word' && attemptFlags.includes(value.text.toLowerCase()));
}

function hasRegex(node: FilterNode | null): boolean {
  switch (node?.type) {
    case 'and':
    case 'or':
      return node.nodes.some(hasRegex);
    case 'not':
      return hasRegex(node.node);
    case 'term':
      return node.values.some(({ type }) => type === 'regex');
    case 'text':
    case undefined:
      return false;
  }
}

function asksForAttempt(node: FilterNode): boolean {
  switch (node.type) {
    case 'and':
    case 'or':
      return node.nodes.some(asksForAttempt);
    case 'not':
      return asksForAttempt(node.node);
    case 'term':
      return node.target.type === 'key' && (node.target.name === 'try' || isOfAttempts(node));
    case 'text':
      return false;
  }
}
