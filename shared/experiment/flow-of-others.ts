// Whether other events kept flowing while one waited for its next attempt. Silence alone proves nothing: it counts only where others came
// close before or after it.
import { durationText } from './duration-text.ts';
import type { Observations, ObservedEvent } from './observations.ts';

/** What the arrivals of other events say. */
export interface FlowOfOthers {
  /** Between the first and the last attempt of all failed events. */
  requests: number;
  /** Longest time without one of them, milliseconds; null where there was none. */
  longestSilenceMs: number | null;
  /** Null where nothing can be said. */
  headOfLineBlocking: boolean | null;
  /** The evidence, in a sentence; null where there was no retry to wait for. */
  evidence: string | null;
}

/** So many requests of other events near a silence make it a silence. */
const enough = 3;

/** See `FlowOfOthers`. */
export function judgeFlow({ events, otherArrivalsMonoMs }: Observations): FlowOfOthers {
  const waits = events.map((event) => toWait(event, events, otherArrivalsMonoMs)).filter((wait) => wait !== null);
  return { ...countBetween(events, otherArrivalsMonoMs), ...judge(waits) };
}

/** The time an event was waiting, and the arrivals of others in it and near it. */
interface Wait {
  spanMs: number;
  within: number;
  before: number;
  after: number;
}

function toWait(event: ObservedEvent, events: readonly ObservedEvent[], others: readonly number[]): Wait | null {
  const [from, to] = spanOf([event]);
  const spanMs = to - from;
  if (event.attempts.length < 2) return null;
  const own = new Set(event.attempts.map(({ requestId }) => requestId));
  const foreign = events.filter((other) => other !== event).flatMap(({ attempts }) => attempts);
  const retried = foreign.filter(({ requestId }) => !own.has(requestId));
  const isBetween = (low: number, high: number) => (at: number) => at > low && at < high;
  // A retry of another failed event shows that something came through, but is no sign of a queue.
  const first = retried.filter(({ attempt }) => attempt === 1).map(({ arrivedMonoMs }) => arrivedMonoMs);
  const all = [...others, ...retried.map(({ arrivedMonoMs }) => arrivedMonoMs)];
  return {
    spanMs,
    within: all.filter(isBetween(from, to)).length,
    before: [...others, ...first].filter(isBetween(from - spanMs, from)).length,
    after: [...others, ...first].filter(isBetween(to, to + spanMs)).length,
  };
}

function judge(waits: readonly Wait[]): Pick<FlowOfOthers, 'headOfLineBlocking' | 'evidence'> {
  const flowing = waits.reduce<Wait | null>((most, wait) => (wait.within > (most?.within ?? 0) ? wait : most), null);
  if (flowing !== null) {
    const evidence = `Other events kept flowing: ${count(flowing.within)} arrived while an event waited for its next attempts (${durationText(flowing.spanMs)}).`;
    return { headOfLineBlocking: false, evidence };
  }
  const silent = waits.find(({ before, after }) => before + after >= enough);
  if (silent !== undefined) {
    const { before, after, spanMs } = silent;
    const evidence = `Other events seem to wait behind a failed one: none arrived in the ${durationText(spanMs)} of its attempts, but ${placesText(before, after)}.`;
    return { headOfLineBlocking: true, evidence };
  }
  if (waits.length === 0) return { headOfLineBlocking: null, evidence: null };
  const evidence =
    'Whether other events wait behind a failed one cannot be said: too few came near its attempts. Run it again while more events flow.';
  return { headOfLineBlocking: null, evidence };
}

function countBetween(
  events: readonly ObservedEvent[],
  others: readonly number[],
): Pick<FlowOfOthers, 'requests' | 'longestSilenceMs'> {
  const [from, to] = spanOf(events);
  const within = others.filter((at) => at > from && at < to);
  const marks = [from, ...within, to];
  const silences = marks.slice(1).map((at, i) => at - (marks[i] ?? at));
  return { requests: within.length, longestSilenceMs: within.length === 0 ? null : longest(silences) };
}

/** First and last arrival of the attempts of some events. */
function spanOf(events: readonly ObservedEvent[]): [number, number] {
  const times = events.flatMap(({ attempts }) => attempts.map(({ arrivedMonoMs }) => arrivedMonoMs));
  return [times.reduce((a, b) => Math.min(a, b), Infinity), longest(times)];
}

/** Not Math.max(...): there may be more of them than a call takes arguments. */
function longest(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), -Infinity);
}

/** `3 requests in the same time before`, `3 requests in the same time before and 2 after`. */
function placesText(before: number, after: number): string {
  if (before === 0) return `${count(after)} in the same time after them`;
  return `${count(before)} in the same time before them${after === 0 ? '' : ` and ${after} after`}`;
}

const count = (requests: number): string => (requests === 1 ? '1 request' : `${requests} requests`);
