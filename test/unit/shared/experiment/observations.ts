import { analyseExperiment } from '#shared/experiment/analyse-experiment.ts';
import type { ObservedAttempt, Observations, ObservedEvent } from '#shared/experiment/observations.ts';
import type { AnswerRecord, AttemptClass } from '#shared/protocol/delivery.ts';
import { experimentRequestSchema, type ExperimentReport } from '#shared/protocol/experiment.ts';

const startMs = Date.UTC(2026, 10, 21, 13);

/** One try of an event: when it arrived, and what a test cares about. */
export interface Try {
  atMs: number;
  answer?: number | 'hang' | 'reset';
  /** The sender hung up after so long. */
  leftAfterMs?: number;
  /** Held until we closed, after so long. */
  closedAfterMs?: number;
  sameBody?: boolean;
  changedHeaders?: string[];
  classes?: AttemptClass[];
  requestId?: number;
}

/** Tries of one event, answered 500 unless told otherwise. */
export function observedEvent(tries: readonly Try[], given: Partial<ObservedEvent> = {}): ObservedEvent {
  return {
    eventId: 'e-1',
    eventName: 'message.delivered',
    joinedBy: 'event_id',
    state: 'pending',
    lookalike: null,
    attempts: tries.map((one, i) => toAttempt(one, i + 1, tries[i - 1] ?? null)),
    ...given,
  };
}

function toAttempt(one: Try, attempt: number, before: Try | null): ObservedAttempt {
  const { atMs, answer = 500, leftAfterMs, closedAfterMs, sameBody = true, changedHeaders = [], classes = [] } = one;
  return {
    deliveryId: atMs + 1,
    requestId: one.requestId ?? atMs + 1,
    attempt,
    receivedAt: new Date(startMs + atMs).toISOString(),
    answeredAt: null,
    peerClosedAt: null,
    gapMs: before === null ? null : atMs - before.atMs,
    answer: toAnswer(answer),
    sameBody: before === null ? null : sameBody,
    changedHeaders: before === null ? null : changedHeaders,
    classes,
    heldMs: leftAfterMs ?? closedAfterMs ?? null,
    closedBy: leftAfterMs !== undefined ? 'sender' : closedAfterMs !== undefined ? 'receiver' : null,
    batch: null,
    origin: 'platform',
    arrivedMonoMs: atMs,
  };
}

function toAnswer(answer: number | 'hang' | 'reset'): AnswerRecord {
  const rest = { decidedBy: 'rule', detail: null, note: null, released: null } as const;
  if (typeof answer === 'number') return { action: 'respond', status: answer, ...rest };
  return { action: answer, status: null, ...rest };
}

/** The report of some events. */
export function reportOf(events: readonly ObservedEvent[], given: Partial<Observations> = {}): ExperimentReport {
  const request = experimentRequestSchema.parse({ fault: { action: 'respond', status: 500 } });
  return analyseExperiment({ request, events, otherArrivalsMonoMs: [], watchedMs: 120_000, cut: null, ...given });
}
