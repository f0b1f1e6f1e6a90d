// The sentences of a report. Each says what was seen and how often; what the specification does not show is named as such beside the
// observation, and never turned into a rule.
import type { ExperimentReport, Spread } from '../protocol/experiment.ts';
import { attemptLimit } from '../spec/limits.ts';
import { notShown } from '../spec/not-shown.ts';
import type { Measured, Measurements } from './analyse-experiment.ts';
import { durationText } from './duration-text.ts';
import type { ObservedAttempt, Observations, ObservedEvent } from './observations.ts';

type ReportedEvent = ExperimentReport['events'][number];

/** Conclusions, and what cannot be concluded. */
export function toFindings(observations: Observations, { measured, attempts, evidence }: Measured): string[] {
  if (observations.events.length === 0)
    return ['No event that fits was failed, so nothing can be said about the sender.'];
  return [
    ...measured.events.map(describeEvent),
    ...describeGaps(observations, measured),
    ...describeTimeout(observations, measured),
    ...describeBodies(attempts),
    ...describeHeaders(measured),
    ...observations.events.flatMap((event) => [...describeLookalike(event), ...describeOddTries(event)]),
    ...describeSilence(observations),
    ...(evidence === null ? [] : [evidence]),
  ];
}

/** What the report cannot show, whatever it measured. */
export function toCaveats({ request, events, cut }: Observations, measured: Measurements): string[] {
  const isHeld = request.fault.action === 'hang' || measured.timeout !== null;
  return [
    ...(cut === null
      ? []
      : [`Nothing could arrive from ${cut.at} on, because ${cut.reason}: what came then was not seen.`]),
    ...(request.ownTraffic ? ['Test events and replays could take part: those say nothing about the platform.'] : []),
    'Gaps and time-outs are what was observed this time. They are no promise and no prediction: the specification shows neither.',
    ...(isHeld
      ? [
          'A tunnel, proxy or load balancer on the way may give up earlier than the sender; the time-out is then its own. Compare with a direct connection.',
        ]
      : []),
    'A gap runs from arrival to arrival at this receiver: it contains the network, the answer, and after a time-out the time-out.',
    ...(events.some(({ joinedBy }) => joinedBy === 'body')
      ? ['Where no event_id could be read, requests with the same bytes were taken for one event.']
      : ['That a retry repeats the event_id is how tries were joined; the specification does not say that it does.']),
  ];
}

const states: Readonly<Record<ReportedEvent['state'], string>> = {
  complete: 'accepted in the end',
  pending: 'not accepted, and tries remain by the specification',
  gave_up: `failed ${attemptLimit} times, after which the specification says that the sender gives up`,
  unknown: 'not accepted; the specification does not say what comes after such answers',
};

function describeEvent({ eventName, eventId, state, attempts }: ReportedEvent): string {
  const name = `${eventName ?? 'An event without a name'}${eventId === null ? '' : ` ${eventId}`}`;
  const answers = attempts.map(({ answer }) => answer).join(', ');
  return `${name}: ${tries(attempts.length)} (${answers}), ${states[state]}.`;
}

function describeGaps({ events }: Observations, { gaps }: Measurements): string[] {
  if (gaps.length === 0) return [];
  const timedOut = events.some(({ attempts }) => attempts.some(({ closedBy }) => closedBy === 'sender'));
  return [
    ...gaps.map((gap) => `Attempt ${gap.attempt} came ${spreadText(gap)} after the attempt before it.`),
    ...(timedOut ? describeDelays(events) : []),
    unknownText('retry-delays'),
  ];
}

/** After a time-out the gap is the time-out and the delay; the delay alone is what the sender waited between tries. */
function describeDelays(events: readonly ObservedEvent[]): string[] {
  return events.flatMap(({ attempts }) =>
    attempts.flatMap(({ gapMs, attempt }, i) => {
      const before = attempts[i - 1];
      if (gapMs === null || before?.closedBy !== 'sender' || before.heldMs === null) return [];
      const delay = durationText(Math.max(0, gapMs - before.heldMs));
      return [
        `Before attempt ${attempt}, ${durationText(before.heldMs)} of the gap are the time-out and ${delay} the delay.`,
      ];
    }),
  );
}

function describeTimeout({ events }: Observations, { timeout }: Measurements): string[] {
  if (timeout !== null) {
    return [`The sender waited ${spreadText(timeout)} for an answer, then hung up.`, unknownText('request-timeout')];
  }
  const kept = events.flatMap(({ attempts }) => attempts).filter(({ answer }) => answer.action === 'hang');
  const ended = kept.map(({ heldMs }) => heldMs).filter((held) => held !== null);
  if (kept.length === 0) return [];
  if (ended.length === 0) return ['Held requests were not answered, and the sender has not hung up so far.'];
  const longest = durationText(Math.max(...ended));
  return [`The sender did not hang up within the ${longest} it was held, so its time-out is longer than that.`];
}

function describeBodies(attempts: readonly ObservedAttempt[]): string[] {
  const compared = attempts.filter(({ sameBody }) => sameBody !== null);
  const changed = compared.filter(({ sameBody }) => sameBody === false);
  if (compared.length === 0) return [];
  if (changed.length === 0)
    return [`The body was the same, byte for byte, in ${outOf(compared.length, compared.length)} retries.`];
  const where = changed.map(({ attempt }) => attempt).join(', ');
  return [
    `The body changed between attempts, in ${outOf(changed.length, compared.length)} retries (attempt ${where}), under the same event_id.`,
  ];
}

function describeHeaders({ headersChanged, events }: Measurements): string[] {
  const isCompared = events.some(({ attempts }) => attempts.some(({ changedHeaders }) => changedHeaders !== null));
  if (!isCompared) return [];
  if (headersChanged.length === 0) return ['The headers were the same in every attempt.'];
  return [`Headers that changed between attempts: ${headersChanged.join(', ')}.`];
}

function describeLookalike({ lookalike }: ObservedEvent): string[] {
  if (lookalike === null) return [];
  const { deliveryId, gapMs, eventId } = lookalike;
  return [
    `Delivery ${deliveryId} came ${durationText(gapMs)} after a failed attempt and is the same but for its event_id (${eventId ?? 'none'}): the sender seems to give a retry an id of its own.`,
  ];
}

function describeOddTries({ attempts }: ObservedEvent): string[] {
  const having = (wanted: ObservedAttempt['classes'][number]) =>
    attempts.filter(({ classes }) => classes.includes(wanted));
  return [
    ...having('beyond-limit').map(
      ({ attempt }) =>
        `Attempt ${attempt} came after ${attemptLimit} that failed; the specification (Limits) allows ${attemptLimit} in total for calls answered 500 or timing out.`,
    ),
    ...having('duplicate-after-200').map(
      ({ attempt }) => `Attempt ${attempt} came although an earlier one had been accepted.`,
    ),
  ];
}

/** What did, or did not, follow a last attempt that was not accepted. */
function describeSilence({ events, watchedMs, cut }: Observations): string[] {
  const isRefusal = ({ answer }: ObservedAttempt): boolean => answer.status === 401;
  const refused = events.flatMap(({ attempts }) => attempts.map((attempt, i) => ({ attempt, next: attempts[i + 1] })));
  const after401 = refused.filter(({ attempt }) => isRefusal(attempt));
  const retried = after401.flatMap(({ next }) => (next?.gapMs == null ? [] : [next.gapMs]));
  const unspecified = 'the specification does not say what the sender does after it (Errors).';
  const watched = durationText(watchedMs);
  if (retried.length > 0) {
    return [`After 401 the sender tried again, ${outOf(retried.length, after401.length)} times; ${unspecified}`];
  }
  if (cut !== null && events.some(({ state }) => state !== 'complete')) {
    return [
      `Whether the sender would have tried again cannot be said: ${cut.reason} ${watched} after the last attempt.`,
    ];
  }
  if (after401.length > 0) return [`After 401 no retry came within ${watched}; ${unspecified}`];
  const short = events.filter(isShort);
  if (short.length === 0) return [];
  const most = Math.max(...short.map(({ attempts }) => attempts.at(-1)?.attempt ?? 0));
  return [`No attempt after number ${most} came within ${watched}. That none will come later cannot be said.`];
}

/** Not accepted, and an attempt more, be it one that should not come, was waited for. */
function isShort({ state, attempts }: ObservedEvent): boolean {
  return state !== 'complete' && (state === 'gave_up' || attempts.length < attemptLimit);
}

/** `0.204 s (seen once)`, `0.2 s (median of 3, from … to …, jitter …)`. */
function spreadText({ count, minMs, medianMs, maxMs, jitterMs }: Spread): string {
  if (count === 1) return `${durationText(medianMs)} (seen once)`;
  const range = `${durationText(minMs)} to ${durationText(maxMs)}`;
  return `${durationText(medianMs)} (median of ${count}, ${range}, jitter ${durationText(jitterMs)})`;
}

/** Names an entry of the specification's own list of what it does not show. */
function unknownText(id: string): string {
  const entry = notShown.find((candidate) => candidate.id === id);
  if (entry === undefined) throw new Error(`${id} is not among what the specification does not show.`);
  return `Not shown in the specification (${entry.section}: ${entry.what}; ${id}): observed here.`;
}

const tries = (count: number): string => (count === 1 ? '1 attempt' : `${count} attempts`);
const outOf = (part: number, whole: number): string => `${part} of ${whole}`;
