/** Types of the catalogue. The data is in the files beside this one; every statement carries the section of the spec it comes from. */

/** Category of a kind, the letter code of the list, and its colour token `--cat-…`. */
export const kindCategories = ['notification', 'message', 'connection', 'form', 'text', 'twoway', 'unknown'] as const;
export type KindCategory = (typeof kindCategories)[number];

/** Type as the spec names it. `timestamp` is ISO 8601, `unix-ms-string` a string of Unix milliseconds. */
export type FieldType =
  'string' | 'uuid' | 'integer' | 'boolean' | 'timestamp' | 'unix-ms-string' | 'object' | 'array' | 'encrypted';

/** One field that the specification names. */
export interface FieldSpec {
  name: string;
  type: FieldType;
  /** Second types, where the spec itself gives more than one form. */
  alsoTypes: readonly FieldType[];
  meaning: string;
  /** The spec says the value may be null. */
  nullable: boolean;
  /** The spec says the field may be absent. */
  optional: boolean;
  /** Allowed or listed values; empty where the spec lists none. */
  allowed: readonly string[];
  /** What the spec says of the values that `allowed` leaves out; null where the list is all there is. */
  unlisted: string | null;
  /** The spec says the value may be an empty string. */
  mayBeEmpty: boolean;
  /** Values the spec calls observed where it does not show the complete list. */
  observed: readonly string[];
  /** e.g. `bytes`, `ms`; null where there is none. */
  unit: string | null;
  /** Other spellings the spec uses for the same field. */
  aliases: readonly string[];
  /** Section heading of the spec. */
  section: string;
  /** Members of an object, or of each element of an array. */
  members: readonly FieldSpec[];
}

/** One of the 21 kinds. */
export interface KindSpec {
  /** event_name */
  name: string;
  /** Other names the spec uses, e.g. notification.auth_link_clicked. */
  aliases: readonly string[];
  category: KindCategory;
  /** Who produces it: platform, aggregator, customer, or null where the spec does not say. */
  origin: 'platform' | 'aggregator' | 'customer' | null;
  meaning: string;
  /** What the spec says the event is for; null where it does not say. */
  intendedUse: string | null;
  section: string;
  /** Top-level members besides event_id, event_name, event_ts and payload. */
  topLevel: readonly FieldSpec[];
  payload: readonly FieldSpec[];
}
