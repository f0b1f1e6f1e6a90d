// Makes the report of a retry experiment from what was observed. It measures and compares; it predicts nothing, and what the observations do
// not show stays null.
import type { AnswerRecord } from '../protocol/delivery.ts';
import type { ExperimentReport } from '../protocol/experiment.ts';
import { toCaveats, toFindings } from './experiment-findings.ts';
import { judgeFlow } from './flow-of-others.ts';
import type { ObservedAttempt, Observations, ObservedEvent } from './observations.ts';
import { toSpread } from './spread.ts';

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
    bodiesIdentical: areBodiesIdentical(events),
    headersChanged: [...new Set(attempts.flatMap(({ changedHeaders }) => changedHeaders ?? []))],
    others,
    headOfLineBlocking,
  };
  return {
    ...measured,
    findings: toFindings(observations, measured, evidence),
    caveats: toCaveats(observations, measured),
  };
}

/** Envelopes of a batch are one attempt of the sender, so its times count once. */
function onePerRequest(attempts: readonly ObservedAttempt[]): ObservedAttempt[] {
  return [...new Map(attempts.toReversed().map((attempt) => [attempt.requestId, attempt])).values()].toReversed();
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
      answer: answerText(attempt.answer),
      waitedMs: waitedMs(attempt),
      sameBody: attempt.sameBody,
      changedHeaders: attempt.changedHeaders,
    })),
  };
}

function answerText({ action, status, released }: AnswerRecord): string {
  if (released !== null) return released.status === null ? 'dropped' : `released ${released.status}`;
  if (action === 'hang') return 'timeout';
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

function areBodiesIdentical(events: readonly ObservedEvent[]): boolean | null {
  const compared = events.flatMap(({ attempts }) => attempts.map(({ sameBody }) => sameBody));
  if (compared.includes(false)) return false;
  return compared.includes(true) ? true : null;
}
