import { createEnvelope, type SimulatedKind } from './create-envelope.ts';
import { toOutgoingEvent, type OutgoingEvent } from './outgoing-event.ts';
import { createRandom } from '#engine/random/random.ts';
import { scenarios, type ScenarioName } from './scenarios.ts';

/** Where events come from: a kind (a run is one event), a scenario (a run is its play), or the events of a file. */
export type EventSource =
  | { from: 'kind'; kind: SimulatedKind }
  | { from: 'scenario'; scenario: ScenarioName }
  | { from: 'file'; events: readonly OutgoingEvent[] };

/** How many runs, from which seed, at what time (epoch milliseconds). `runs` null: as many as the source suggests. */
export interface RunPlan {
  runs: number | null;
  seed: number;
  nowMs: () => number;
}

/**
 * Runs of events, made while they are consumed, so that a million cost no memory. The events of one run belong in their
 * order; runs do not depend on each other. Same source, seed and clock: same bytes.
 */
export function* createEventRuns(source: EventSource, plan: RunPlan): Generator<OutgoingEvent[]> {
  const nextRun = startSource(source, plan);
  const runs = plan.runs ?? (source.from === 'scenario' ? scenarios[source.scenario].defaultRuns : 1);
  for (let run = 0; run < runs; run += 1) yield* nextRun();
}

function startSource(source: EventSource, { seed, nowMs }: RunPlan): () => OutgoingEvent[][] {
  if (source.from === 'file') return () => source.events.map((event) => [event]);
  const random = createRandom(seed);
  if (source.from === 'kind') return () => [[toOutgoingEvent(createEnvelope(source.kind, random, nowMs()))]];
  const nextEnvelopes = scenarios[source.scenario].start(random);
  return () => [nextEnvelopes(nowMs()).map(toOutgoingEvent)];
}
