import type { OutgoingEvent } from './outgoing-event.ts';
import { createRandom } from '#engine/random/random.ts';

/** One HTTP call to make: an envelope, or in batch mode a JSON array of envelopes. Every attempt sends this very body. */
export interface SenderCall {
  events: readonly Pick<OutgoingEvent, 'eventId' | 'eventName'>[];
  body: string;
}

/** How events become calls. */
export interface CallGrouping {
  /** Null: single-event mode. Else that many envelopes per call; the shape of a batch is not shown, we send a JSON array. */
  batchSize: number | null;
  /** Null: in the order given. Else all events are shuffled, the same way for the same seed. */
  shuffleSeed: number | null;
}

/**
 * Lanes of calls. Calls of one lane are made one after another, in order; lanes are independent of each other.
 * In single-event mode a run of events is a lane. Batches and shuffled events stand alone.
 */
export function* toCallLanes(runs: Iterable<OutgoingEvent[]>, grouping: CallGrouping): Generator<SenderCall[]> {
  const { batchSize, shuffleSeed } = grouping;
  if (batchSize === null && shuffleSeed === null) {
    for (const run of runs) yield run.map(toCall);
    return;
  }
  const events = shuffleSeed === null ? flatten(runs) : createRandom(shuffleSeed).shuffled([...flatten(runs)]);
  if (batchSize === null) {
    for (const event of events) yield [toCall(event)];
  } else {
    for (const batch of toChunks(events, batchSize)) yield [toBatchCall(batch)];
  }
}

function toCall(event: OutgoingEvent): SenderCall {
  return { events: [event], body: event.json };
}

function toBatchCall(events: OutgoingEvent[]): SenderCall {
  return { events, body: `[${events.map((event) => event.json).join(',')}]` };
}

function* flatten(runs: Iterable<OutgoingEvent[]>): Generator<OutgoingEvent> {
  for (const run of runs) yield* run;
}

function* toChunks<T>(values: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = [];
  for (const value of values) {
    chunk.push(value);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
