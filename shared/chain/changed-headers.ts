import type { HeaderPair } from '../http/header-pair.ts';

/**
 * Names of headers, in lower case, whose values differ between two requests, were added or are gone. Repeated headers are compared as the
 * multiset of their values; nothing is left out, a Date differs like any other.
 */
export function changedHeaders(before: readonly HeaderPair[], after: readonly HeaderPair[]): string[] {
  const earlier = valuesByName(before);
  const later = valuesByName(after);
  return [...new Set([...later.keys(), ...earlier.keys()])].filter(
    (name) => !isSameList(earlier.get(name) ?? [], later.get(name) ?? []),
  );
}

/** Values of each name, sorted. */
function valuesByName(headers: readonly HeaderPair[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    values.set(key, [...(values.get(key) ?? []), value].toSorted());
  }
  return values;
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
