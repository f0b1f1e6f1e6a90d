// Makes the report of a retry experiment from what was observed. It measures and compares; it predicts nothing, and what the observations do
// not show stays null.
import type { ExperimentReport } from '../protocol/experiment.ts';
import { toCaveats, toFindings } from './experiment-findings.ts';
import { judgeFlow } from './flow-of-others.ts';
import type { ObservedAttempt, Observations, ObservedEvent } from './observations.ts';
import { toSpread } from './spread.ts';

/** What the findings are told from, besides the observations. */
export interface Measured {
  measured: Measurements;
  /** One for each request, in order of arrival within each event. */
  attempts: readonly ObservedAttempt[];
  /** What was said of the flow of other events. */
  evidence: string | null;
}

/** What a report measures, before anything is said about it. */
export type Measurements = Omit<ExperimentReport, 'findings' | 'caveats'>;

/** The report of an experiment, also while it is under way (spec, Errors and Limits). The same observations give the same report. */
export function analyseExperiment(observations: Observations): ExperimentReport {
  const { events } = observations;
  const attempts = onePerRequest(events.flatMap((event) => event.attempts));
  const { evidence, headOfLineBlocking, ...others } = judgeFlow(observations);
  const measured: Measurements = {
    events: events.map(toReportedEvent),
    gaps: toGaps(attempts),
    timeout: toSpread(attempts.map(waitedMs).filter((waited) => waited !== null)),
    bodiesIdentical: areBodiesIdentical(attempts),
    headersChanged: [...new Set(attempts.flatMap(({ changedHeaders }) => changedHeaders ?? []))],
    others,
    headOfLineBlocking,
  };
  return {
    ...measured,
    findings: toFindings(observations, { measured, attempts, evidence }),
    caveats: toCaveats(observations, measured),
  };
}

/** Envelopes of a batch are one attempt of the sender, so its times and its body count once. */
function onePerRequest(attempts: readonly ObservedAttempt[]): ObservedAttempt[] {
  return [...Map.groupBy(attempts, ({ requestId }) => requestId).values()].flatMap((together) => {
    const [first] = together;
    return first === undefined ? [] : [{ ...first, sameBody: isSameInAll(together) }];
  });
}

/** Compared envelopes of one request; null where none was. */
function isSameInAll(together: readonly ObservedAttempt[]): boolean | null {
  const compared = together.map(({ sameBody }) => sameBody).filter((same) => same !== null);
  return compared.length === 0 ? null : compared.every((same) => same);
}

function toReportedEvent({ eventId, eventName, state, attempts }: ObservedEvent): ExperimentReport['events'][number] {
  return {
    eventId,
    eventName,
    state,
    attempts: attempts.map((attempt) => ({
      deliveryId: attempt.deliveryId,
      requestId: attempt.requestId,
      attempt: attempt.attempt,
      receivedAt: attempt.receivedAt,
      gapMs: attempt.gapMs,
      answer: answerText(attempt),
      waitedMs: waitedMs(attempt),
      sameBody: attempt.sameBody,
      changedHeaders: attempt.changedHeaders,
    })),
  };
}

/** What the sender got: a decided answer that it did not wait for is a time-out. */
function answerText({ answer: { action, status, released }, closedBy }: ObservedAttempt): string {
  if (closedBy === 'sender') return 'timeout';
  if (released !== null) return released.status === null ? 'dropped' : `released ${released.status}`;
  if (action === 'hang') return closedBy === 'receiver' ? 'closed' : 'held';
  return action === 'reset' || status === null ? 'reset' : String(status);
}

/** How long the sender waited before it hung up; null where it did not. */
function waitedMs({ closedBy, heldMs }: ObservedAttempt): number | null {
  return closedBy === 'sender' ? heldMs : null;
}

function toGaps(attempts: readonly ObservedAttempt[]): ExperimentReport['gaps'] {
  const byAttempt = Map.groupBy(attempts, ({ attempt }) => attempt);
  return [...byAttempt]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([attempt, tries]) => {
      const spread = toSpread(tries.map(({ gapMs }) => gapMs).filter((gap) => gap !== null));
      return spread === null ? [] : [{ attempt, ...spread }];
    });
}

function areBodiesIdentical(attempts: readonly ObservedAttempt[]): boolean | null {
  const compared = attempts.map(({ sameBody }) => sameBody);
  if (compared.includes(false)) return false;
  return compared.includes(true) ? true : null;
}
