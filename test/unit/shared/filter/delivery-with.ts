import type { FilterSubject } from '#shared/filter/filter-subject.ts';

/** A plain delivery that was answered 200, with what a test cares about; `body` is its envelope as a value. */
export function deliveryWith({ body, ...given }: Partial<FilterSubject> & { body?: unknown }): FilterSubject {
  return {
    id: 1,
    requestId: 1,
    receivedAtMs: Date.UTC(2026, 10, 21, 9, 59, 0),
    eventTsMs: null,
    lagMs: null,
    tookMs: null,
    eventId: null,
    eventName: null,
    attempt: 1,
    answerAction: 'respond',
    answerStatus: 200,
    unparsed: false,
    batchIndex: null,
    early: false,
    late: false,
    origin: 'platform',
    environment: 'other',
    auth: 'none',
    sizeBytes: 2,
    problems: [],
    references: [],
    method: 'POST',
    target: '/',
    sourceAddress: '127.0.0.1',
    rawHeaders: [],
    text: '',
    envelope: () => body ?? {},
    ...given,
  };
}
