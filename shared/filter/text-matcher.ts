// Compares one text with one value of a filter. Case is folded with toLowerCase on both sides, everywhere, so that memory and
// SQL agree. A regular expression runs on the caller's thread: its length, its shape and the text it sees are limited, yet a
// hostile one can still be slow, so whoever owns the thread must be able to end it.
import type { FilterOperator, FilterValue } from './filter-node.ts';

export type TextMatcher =
  | { readonly type: 'exact'; readonly text: string }
  | { readonly type: 'equals'; readonly folded: string }
  | { readonly type: 'glob'; readonly parts: readonly string[] }
  | { readonly type: 'contains'; readonly folded: string }
  | { readonly type: 'regex'; readonly regex: RegExp };

/** Longest regular expression, in characters. */
export const maxRegexLength = 200;
/** A regular expression sees this many characters of a text. */
export const maxRegexInput = 100_000;

/** An unlimited repetition of a group in which something repeats without limit: the usual way to take exponential time. */
const nestedRepetition = /\((?:[^()\\]|\\.)*(?:[*+]|,\})(?:[^()\\]|\\.)*\)(?:[*+]|\{\d*,\})/;

/** Text without regard to case. */
export function foldCase(text: string): string {
  return text.toLowerCase();
}

/** The matcher for a word or regular expression, or the reason there is none. */
export function toTextMatcher(
  operator: FilterOperator,
  value: Exclude<FilterValue, { type: 'range' }>,
): TextMatcher | { problem: string } {
  if (value.type === 'regex') return toRegexMatcher(operator, value.source, value.flags);
  if (operator === ':=') return { type: 'exact', text: value.text };
  if (operator === ':~') return { type: 'contains', folded: foldCase(value.text) };
  if (!value.quoted && value.text.includes('*')) return { type: 'glob', parts: foldCase(value.text).split('*') };
  return { type: 'equals', folded: foldCase(value.text) };
}

function toRegexMatcher(operator: FilterOperator, source: string, flags: string): TextMatcher | { problem: string } {
  if (operator !== ':') return { problem: 'A regular expression goes with : alone, as in key:/…/' };
  if (source.length > maxRegexLength) {
    return { problem: `The regular expression is longer than ${maxRegexLength} characters; shorten it` };
  }
  if (nestedRepetition.test(source)) {
    return { problem: 'A repetition within a repetition can take forever; write it without the outer * or +' };
  }
  try {
    return { type: 'regex', regex: new RegExp(source, flags) };
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^Invalid regular expression: .*\/[a-z]*: /s, '') : '';
    return { problem: `The regular expression is not valid (${reason}); correct it, or quote the value` };
  }
}

/** Whether a text fits. */
export function matchesText(matcher: TextMatcher, text: string): boolean {
  switch (matcher.type) {
    case 'exact':
      return text === matcher.text;
    case 'equals':
      return foldCase(text) === matcher.folded;
    case 'contains':
      return foldCase(text).includes(matcher.folded);
    case 'glob':
      return matchesGlob(matcher.parts, foldCase(text));
    case 'regex':
      return matcher.regex.test(text.slice(0, maxRegexInput));
  }
}

/** As {@link matchesText} with equality read as "contains": for a whole envelope's text. */
export function occursInText(matcher: TextMatcher, text: string): boolean {
  if (matcher.type === 'exact') return text.includes(matcher.text);
  if (matcher.type === 'equals') return foldCase(text).includes(matcher.folded);
  if (matcher.type === 'glob') return matchesGlob(['', ...matcher.parts, ''], foldCase(text));
  return matchesText(matcher, text);
}

function matchesGlob(parts: readonly string[], text: string): boolean {
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= end;
}
