import { AppError } from '#shared/errors/app-error.ts';
import { createCast, type Cast } from './cast.ts';
import { connectionKinds } from './kinds/connection-kinds.ts';
import { formKinds } from './kinds/form-kinds.ts';
import type { KindGenerator } from './kinds/kind-generator.ts';
import { messageKinds } from './kinds/message-kinds.ts';
import { notificationKinds } from './kinds/notification-kinds.ts';
import { textKinds } from './kinds/text-kinds.ts';
import { twowayKinds } from './kinds/twoway-kinds.ts';
import type { Random } from '#engine/random/random.ts';

const generators = {
  ...connectionKinds,
  ...messageKinds,
  ...notificationKinds,
  ...formKinds,
  ...textKinds,
  ...twowayKinds,
} as const satisfies Record<string, KindGenerator>;

/** An event_name that the simulator can play: the 21 of the spec (section Events). */
export type SimulatedKind = keyof typeof generators;
export const simulatedKinds = Object.keys(generators) as SimulatedKind[];

/** One event as the platform would send it (spec, Event envelope). Some kinds carry further top-level members. */
export interface Envelope {
  event_id: string;
  event_name: string;
  /** ISO 8601, milliseconds, UTC. */
  event_ts: string;
  payload: Record<string, unknown>;
  [topLevel: string]: unknown;
}

/** What a story fixes: the cast its envelopes share, and payload members that must have a certain value. */
export interface EnvelopeSetting {
  cast?: Cast;
  payload?: Record<string, unknown>;
}

/** A believable envelope; the same random, time and setting give the same one. `nowMs` is its event_ts. */
export function createEnvelope(
  kind: SimulatedKind,
  random: Random,
  nowMs: number,
  setting: EnvelopeSetting = {},
): Envelope {
  const cast = setting.cast ?? createCast(random);
  const parts: ReturnType<KindGenerator> = generators[kind]({ random, cast, nowMs });
  return {
    event_id: random.uuid(),
    event_name: kind,
    event_ts: new Date(nowMs).toISOString(),
    ...parts.topLevel,
    payload: { ...parts.payload, ...setting.payload },
  };
}

/** Checks a name from outside. Throws `SIMULATION_INVALID` that lists the kinds. */
export function toSimulatedKind(name: string): SimulatedKind {
  if (Object.hasOwn(generators, name)) return name as SimulatedKind;
  const allowed = simulatedKinds.join(', ');
  throw new AppError('SIMULATION_INVALID', `The simulator does not know the kind '${name}'. Use one of: ${allowed}.`);
}
