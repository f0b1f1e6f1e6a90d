import type { Cast } from '../cast.ts';
import type { Random } from '#engine/random/random.ts';

/** What a generator may draw from. */
export interface Draw {
  random: Random;
  cast: Cast;
  /** Time of the occurrence, epoch milliseconds. */
  nowMs: number;
}

/** The part of an envelope that differs per kind; event_id, event_name and event_ts are added around it. */
export interface EnvelopeParts {
  topLevel?: Record<string, unknown>;
  payload: Record<string, unknown>;
}

export type KindGenerator = (draw: Draw) => EnvelopeParts;

/** client_trigger_id may be null or empty (spec, Common payload fields). */
export function drawClientTriggerId({ random, cast }: Draw): string | null {
  return random.pick([cast.clientTriggerId, cast.clientTriggerId, null, '']);
}
