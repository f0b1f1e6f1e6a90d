import type { Experiment } from '#shared/protocol/experiment.ts';
import { experimentRequestSchema } from '#shared/protocol/experiment.ts';

type ReportedEvent = Experiment['report']['events'][number];

/** An event that was failed with 500 at these times, and accepted at the last where `accepted`. */
export function reportedEvent(times: readonly number[], given: Partial<ReportedEvent> = {}): ReportedEvent {
  return {
    eventId: 'e-1',
    eventName: 'message.delivered',
    state: 'pending',
    attempts: times.map((atMs, i) => ({
      deliveryId: i + 1,
      requestId: i + 1,
      attempt: i + 1,
      receivedAt: new Date(Date.UTC(2026, 10, 21, 13) + atMs).toISOString(),
      gapMs: i === 0 ? null : atMs - (times[i - 1] ?? 0),
      answer: '500',
      waitedMs: null,
      sameBody: i === 0 ? null : true,
      changedHeaders: i === 0 ? null : [],
    })),
    ...given,
  };
}

/** An experiment as the engine gives it, under way unless told otherwise. */
export function experiment(given: Partial<Experiment> = {}, events: readonly ReportedEvent[] = []): Experiment {
  return {
    id: 1,
    state: events.length === 0 ? 'waiting' : 'observing',
    startedAt: '2026-11-21T13:00:00.000Z',
    endedAt: null,
    message: 'Waiting for an event that fits.',
    endsAt: '2026-11-21T14:00:00.000Z',
    request: experimentRequestSchema.parse({ fault: { action: 'respond', status: 500 } }),
    markdown: '# Retry experiment 1',
    report: {
      events: [...events],
      gaps: [],
      timeout: null,
      bodiesIdentical: null,
      headersChanged: [],
      others: { requests: 0, longestSilenceMs: null },
      headOfLineBlocking: null,
      findings: ['Attempt 2 came 0.204 s after the attempt before it.'],
      caveats: ['Gaps are no promise.'],
    },
    ...given,
  };
}
