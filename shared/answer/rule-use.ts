// One rule and what was used of it, as values. A rule answers a request when everything it says holds: its limit, the attempt, its
// filter, its first events; of the requests that fit so far, `every` and `probability` choose.
import type { Rule } from './answer.ts';
import { isUsedUp, startLimit, type LimitUse } from './limit-use.ts';

/** What a rule has seen since it was armed. */
export interface RuleUse extends LimitUse {
  /** Requests that fitted, answered or not: the ordinal of `every` and `probability`. */
  readonly fitted: number;
  /** Events that belong to the rule; only with `events`. */
  readonly events: ReadonlySet<string>;
}

/** What a rule is asked about one request. */
export interface RuleQuestion {
  nowMs: number;
  /** Attempt of the event, of a batch the largest; null where it is not known. */
  attempt: number | null;
  /** Events of the request that fit the rule's filter, by a key each; empty where none does. */
  fittingEvents: () => readonly string[];
}

/** A rule as it stands after a request, and whether it answers it. */
export interface RuleVerdict {
  readonly use: RuleUse;
  readonly answers: boolean;
}

/** A rule that was armed now. */
export function startRule(rule: Rule, nowMs: number): RuleUse {
  return { ...startLimit(rule.limit ?? null, nowMs), fitted: 0, events: new Set() };
}

/** Asks a rule; cheap conditions first, the filter last. */
export function askRule(rule: Rule, use: RuleUse, question: RuleQuestion): RuleVerdict {
  const no = { use, answers: false };
  if (isUsedUp(rule.limit ?? null, use, question.nowMs)) return no;
  if (!isAttemptWithin(rule.attempts, question.attempt)) return no;
  const fitting = question.fittingEvents();
  if (fitting.length === 0) return no;
  const events = claimEvents(rule, use, fitting);
  if (events === null) return no;
  const fitted = use.fitted + 1;
  const answers = isChosen(rule, fitted);
  return { use: { ...use, events, fitted, answered: use.answered + Number(answers) }, answers };
}

/** Takes back that a rule answered one request. */
export function takeBackRule(use: RuleUse): RuleUse {
  return { ...use, answered: use.answered - 1, fitted: use.fitted - 1 };
}

/** Whether an attempt is within a range such as `2`, `1-3`, `3-`; one that is not known never is. */
export function isAttemptWithin(range: string | undefined, attempt: number | null): boolean {
  if (range === undefined) return true;
  const [from = '', to = from] = range.split('-');
  return attempt !== null && attempt >= Number(from) && (to === '' || attempt <= Number(to));
}

/** The rule's events with those of the request, as far as there is room; null where none of them belongs to it. */
function claimEvents(
  { events: limit }: Rule,
  { events }: RuleUse,
  fitting: readonly string[],
): RuleUse['events'] | null {
  if (limit === undefined) return events;
  const added = new Set(fitting.filter((event) => !events.has(event)));
  const claimed = new Set([...events, ...[...added].slice(0, Math.max(0, limit - events.size))]);
  if (!fitting.some((event) => claimed.has(event))) return null;
  return claimed.size === events.size ? events : claimed;
}

function isChosen({ every = 1, probability = 1, seed = 0 }: Rule, ordinal: number): boolean {
  return ordinal % every === 0 && draw(seed, ordinal) < probability;
}

/** A number from 0 to below 1, the same for the same seed and ordinal; neighbours have nothing to do with each other. */
export function draw(seed: number, ordinal: number): number {
  // The finalizer of MurmurHash3, over both numbers in turn.
  const mix = (value: number): number => {
    let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  return mix(mix(seed + 0x9e3779b9) ^ Math.imul(ordinal, 0x9e3779b1)) / 2 ** 32;
}
