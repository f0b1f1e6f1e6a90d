import { parseFilter } from '#shared/filter/parse-filter.ts';

/** A filter text that also asks for `term`, which is written as it would be typed. */
export function narrowFilterText(filterText: string, term: string): string {
  const isAlternative = parseFilter(filterText).ast?.type === 'or';
  return isAlternative ? `(${filterText}) ${term}` : `${filterText} ${term}`.trim();
}
