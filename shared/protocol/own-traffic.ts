import type { HeaderPair } from '../http/header-pair.ts';
import { origins, type Origin } from './delivery.ts';

/** Header by which our own senders mark their traffic at birth: an `Origin`, and the proof that it is ours: `simulator;SECRET`. */
export const originHeader = 'hookloupe-origin';

/** An origin that only our own senders may claim. */
export type OwnOrigin = Exclude<Origin, 'platform'>;

/** A mark that was read; whether the secret is the right one is for whoever made it to say. */
export interface OriginMark {
  readonly origin: OwnOrigin;
  readonly secret: string;
}

/**
 * The header of a mark. `secret` is the one that the receiving engine made at its start; null for every other receiver: the mark then
 * tells people what it is, and proves nothing.
 */
export function toOriginMark(origin: OwnOrigin, secret: string | null): HeaderPair {
  return [originHeader, secret === null ? origin : `${origin};${secret}`];
}

/** Reads a header's value; null where it is no mark or carries no secret. */
export function parseOriginMark(value: string): OriginMark | null {
  const [, name, secret] = /^([a-z-]+);(\S+)$/.exec(value) ?? [];
  const origin = origins.find((candidate) => candidate === name);
  if (origin === undefined || origin === 'platform' || secret === undefined) return null;
  return { origin, secret };
}
