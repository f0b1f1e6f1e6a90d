import type { FilterKeyName } from './filter-keys.ts';

/** `:` equals or glob, `:=` exactly, `:~` contains; the rest compare numbers and times. */
export const filterOperators = [':', ':=', ':~', ':>', ':>=', ':<', ':<='] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** Path from the envelope's top: names, and positions (from 0) within arrays. */
export type FieldPath = readonly (string | number)[];

/** What a term looks at. */
export type TermTarget =
  | { readonly type: 'key'; readonly name: FilterKeyName }
  | { readonly type: 'field'; readonly path: FieldPath }
  | { readonly type: 'fieldType'; readonly path: FieldPath }
  | { readonly type: 'header'; readonly name: string };

/** One alternative of a term. A quoted word is taken literally: no glob, no `null`. An end of a range may be '' (open). */
export type FilterValue =
  | { readonly type: 'word'; readonly text: string; readonly quoted: boolean }
  | { readonly type: 'regex'; readonly source: string; readonly flags: '' | 'i' }
  | { readonly type: 'range'; readonly from: string; readonly to: string };

/** `key:value,value`: true where any of the values fits. */
export interface FilterTerm {
  readonly type: 'term';
  readonly target: TermTarget;
  readonly operator: FilterOperator;
  /** At least one; exactly one with a comparison. */
  readonly values: readonly FilterValue[];
}

/** A bare or quoted word: found anywhere in the envelope's text or the event's name, case ignored. */
export interface FilterText {
  readonly type: 'text';
  readonly text: string;
}

/** A parsed filter. Plain JSON without positions, so two texts that mean the same tree are deeply equal. */
export type FilterNode =
  | { readonly type: 'and'; readonly nodes: readonly FilterNode[] }
  | { readonly type: 'or'; readonly nodes: readonly FilterNode[] }
  | { readonly type: 'not'; readonly node: FilterNode }
  | FilterTerm
  | FilterText;
