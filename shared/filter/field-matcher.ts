// Compares the values found at a path (or of a header) with one value of a filter. Null, absent and empty are three different
// answers. Comparisons read JSON numbers and strings that hold nothing but a number; a date compares as a time.
import { elementsOf } from './field-path.ts';
import type { FilterOperator, FilterValue } from './filter-node.ts';
import {
  inRange,
  parseAbsoluteTime,
  parseNumber,
  rangeBetween,
  toRange,
  type FilterClock,
  type NumberRange,
} from './parse-literal.ts';
import { matchesText, toTextMatcher, type TextMatcher } from './text-matcher.ts';

export type FieldMatcher =
  | { readonly type: 'null' | 'absent' | 'empty' }
  | { readonly type: 'text'; readonly matcher: TextMatcher }
  /** `strings`: a string that holds a number counts too. */
  | { readonly type: 'number'; readonly range: NumberRange; readonly strings: boolean }
  | { readonly type: 'time'; readonly range: NumberRange; readonly zoneOffsetMinutes: number };

type Fault = { readonly problem: string };

/** The alternatives that one value of a `payload.…` or `header.…` term stands for. */
export function toFieldMatchers(
  operator: FilterOperator,
  value: FilterValue,
  clock: FilterClock,
): FieldMatcher[] | Fault {
  if (value.type === 'range') return toOrdered(value.from, value.to, clock);
  if (isComparison(operator)) {
    if (value.type === 'regex') return { problem: 'A regular expression cannot be compared; write key:/…/' };
    return toCompared(operator, value.text, clock);
  }
  if (value.type === 'word' && !value.quoted && operator === ':') {
    if (value.text === 'null' || value.text === 'absent' || value.text === 'empty') return [{ type: value.text }];
  }
  const matcher = toTextMatcher(operator, value);
  if ('problem' in matcher) return matcher;
  const matchers: FieldMatcher[] = [{ type: 'text', matcher }];
  const number = value.type === 'word' && !value.quoted && operator === ':' ? parseNumber(value.text) : null;
  // 1.50 and 1.5 are one number in JSON, though not one text.
  if (number !== null && 'start' in number) {
    matchers.push({ type: 'number', range: toRange(':', number), strings: false });
  }
  return matchers;
}

/** Whether the operator orders numbers or times. */
export function isComparison(operator: FilterOperator): boolean {
  return operator === ':>' || operator === ':>=' || operator === ':<' || operator === ':<=';
}

function toCompared(operator: FilterOperator, text: string, clock: FilterClock): FieldMatcher[] | Fault {
  const number = parseNumber(text);
  if ('start' in number) return [{ type: 'number', range: toRange(operator, number), strings: true }];
  const time = parseAbsoluteTime(text, clock.zoneOffsetMinutes);
  if ('start' in time) return [timeMatcher(toRange(operator, time), clock)];
  return { problem: `Only numbers and dates can be compared; write for example ${operator.slice(1)}2 or a date` };
}

function toOrdered(from: string, to: string, clock: FilterClock): FieldMatcher[] | Fault {
  const isDate = `${from}${to}`.includes('-', 1);
  if (!isDate) {
    const range = rangeBetween(from, to, parseNumber);
    return 'problem' in range ? range : [{ type: 'number', range, strings: true }];
  }
  const range = rangeBetween(from, to, (text) => parseAbsoluteTime(text, clock.zoneOffsetMinutes));
  return 'problem' in range ? range : [timeMatcher(range, clock)];
}

function timeMatcher(range: NumberRange, clock: FilterClock): FieldMatcher {
  return { type: 'time', range, zoneOffsetMinutes: clock.zoneOffsetMinutes };
}

/** Whether any of the values at a path fits; no values means the field is absent. */
export function matchesField(matcher: FieldMatcher, values: readonly unknown[]): boolean {
  switch (matcher.type) {
    case 'absent':
      return values.length === 0;
    case 'empty':
      return values.some(isEmpty);
    case 'null':
      return values.some((value) => elementsOf(value).includes(null));
    case 'text':
      return values.some((value) => elementsOf(value).some((leaf) => matchesLeaf(leaf, matcher.matcher)));
    case 'number':
      return values.some((value) =>
        elementsOf(value).some((leaf) => {
          const number = toNumber(leaf, matcher.strings);
          return number !== null && inRange(matcher.range, number);
        }),
      );
    case 'time':
      return values.some((value) =>
        elementsOf(value).some((leaf) => {
          const time = toTime(leaf, matcher.zoneOffsetMinutes);
          return time !== null && inRange(matcher.range, time);
        }),
      );
  }
}

/** JSON type of a value, as `type(path)` names it. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isEmpty(value: unknown): boolean {
  if (value === '') return true;
  if (Array.isArray(value)) return value.length === 0 || elementsOf(value).includes('');
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function matchesLeaf(leaf: unknown, matcher: TextMatcher): boolean {
  if (typeof leaf === 'string') return matchesText(matcher, leaf);
  return (typeof leaf === 'number' || typeof leaf === 'boolean') && matchesText(matcher, String(leaf));
}

function toNumber(leaf: unknown, strings: boolean): number | null {
  if (typeof leaf === 'number') return leaf;
  if (!strings || typeof leaf !== 'string') return null;
  const number = parseNumber(leaf);
  return 'start' in number ? number.start : null;
}

function toTime(leaf: unknown, zoneOffsetMinutes: number): number | null {
  if (typeof leaf !== 'string' && typeof leaf !== 'number') return null;
  const time = parseAbsoluteTime(String(leaf), zoneOffsetMinutes);
  return 'start' in time ? time.start : null;
}
