import { parseEnvelope } from '../envelope/parse-envelope.ts';
import type { DeliveryReading } from '../envelope/delivery-reading.ts';
import { findReferences } from '../envelope/references.ts';
import type { FilterSubject } from '../filter/filter-subject.ts';
import type { AttemptClass } from '../protocol/delivery.ts';
import { attemptLimit } from '../spec/limits.ts';

/** What is known of a request when it arrives. */
export type ArrivingRequest = Pick<
  FilterSubject,
  | 'receivedAtMs'
  | 'origin'
  | 'environment'
  | 'auth'
  | 'allowed'
  | 'sizeBytes'
  | 'method'
  | 'target'
  | 'sourceAddress'
  | 'rawHeaders'
>;

/** What its body says of one of its deliveries. `readText` gives the envelope's text; it is called once at most. */
export type ArrivingReading = Pick<
  DeliveryReading,
  'batchIndex' | 'unparsed' | 'eventId' | 'eventName' | 'eventTsMs' | 'problems'
> & { attempt: number | null; readText: () => string };

/** No range holds it, and no comparison with it is true. */
const notKnown = Number.NaN;

/**
 * A delivery as a rule sees it when it arrives. What only later tells (its id, its answer, how long it took, whether it is early or
 * late) fits no term, and neither does an attempt of null.
 */
export function toArrivingDelivery(request: ArrivingRequest, reading: ArrivingReading): FilterSubject {
  const { readText, attempt, ...read } = reading;
  const text = once(readText);
  const envelope = once(() => (read.unparsed ? undefined : parseEnvelope(text())));
  return {
    ...request,
    ...read,
    attempt: attempt ?? notKnown,
    lagMs: read.eventTsMs === null ? null : request.receivedAtMs - read.eventTsMs,
    classes: classesOf(request, attempt),
    id: notKnown,
    requestId: notKnown,
    tookMs: null,
    answerAction: 'respond',
    answerStatus: null,
    answerDecidedBy: 'default',
    superseded: false,
    gaveUp: false,
    early: false,
    late: false,
    credential: null,
    envelope,
    get text() {
      return text();
    },
    get references() {
      return findReferences(envelope());
    },
  };
}

function classesOf({ origin }: ArrivingRequest, attempt: number | null): AttemptClass[] {
  const classes: AttemptClass[] = [];
  if (attempt !== null && attempt > attemptLimit) classes.push('beyond-limit');
  if (origin === 'replay') classes.push('own-replay');
  return classes;
}

function once<T>(read: () => T): () => T {
  let known: { value: T } | null = null;
  return () => (known ??= { value: read() }).value;
}
