import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSpread } from '#shared/experiment/spread.ts';
import { experimentReportSchema, experimentRequestSchema } from '#shared/protocol/experiment.ts';
import { observedEvent, reportOf, type Try } from './observations.ts';

const failing: Try[] = [{ atMs: 0 }, { atMs: 200 }, { atMs: 800 }, { atMs: 2_600 }];
const text = (lines: readonly string[]): string => lines.join('\n');

describe('the report of a retry experiment', () => {
  it('gives each gap, over all events with median and jitter', () => {
    const slower = failing.map(({ atMs }, i) => ({ atMs: 10_000 + atMs + 20 * i }));
    const { gaps } = reportOf([observedEvent(failing), observedEvent(slower, { eventId: 'e-2' })]);
    expect(gaps).toEqual([
      { attempt: 2, count: 2, minMs: 200, medianMs: 210, maxMs: 220, jitterMs: 10 },
      { attempt: 3, count: 2, minMs: 600, medianMs: 610, maxMs: 620, jitterMs: 10 },
      { attempt: 4, count: 2, minMs: 1_800, medianMs: 1_810, maxMs: 1_820, jitterMs: 10 },
    ]);
  });

  it('counts a batch once, however many of its events failed', () => {
    const batch: Try[] = [
      { atMs: 0, requestId: 7 },
      { atMs: 200, requestId: 8 },
    ];
    const { gaps, findings } = reportOf([observedEvent(batch), observedEvent(batch, { eventId: 'e-2' })]);
    expect(gaps.map(({ count }) => count)).toEqual([1]);
    expect(text(findings)).toContain('The body was the same, byte for byte, in 1 of 1 retries.');
    const [first, second] = batch as [Try, Try];
    const changing = [first, { ...second, sameBody: false }];
    const changed = reportOf([observedEvent(batch), observedEvent(changing, { eventId: 'e-2' })]);
    expect(changed.bodiesIdentical).toBe(false);
    expect(text(changed.findings)).toContain('in 1 of 1 retries (attempt 2)');
  });

  it('says what the sender got, not what was decided for it', () => {
    const tries: Try[] = [
      { atMs: 0, answer: 200, leftAfterMs: 70 },
      { atMs: 200, answer: 'hang', closedAfterMs: 50 },
      { atMs: 400, answer: 'hang' },
    ];
    const { events } = reportOf([observedEvent(tries)]);
    expect(events[0]?.attempts.map(({ answer }) => answer)).toEqual(['timeout', 'closed', 'held']);
  });

  it('claims no silence of a time in which nothing could arrive', () => {
    const cut = { at: '2026-11-21T13:00:09.000Z', reason: 'the receiver was stopped' };
    for (const answer of [500, 401]) {
      const { findings, caveats } = reportOf([observedEvent([{ atMs: 0, answer }])], { watchedMs: 9_000, cut });
      expect(text(findings)).not.toMatch(/No attempt|no retry/);
      expect(text(findings)).toContain('cannot be said: the receiver was stopped 9.00 s after the last attempt.');
      expect(text(caveats)).toContain(`Nothing could arrive from ${cut.at} on, because the receiver was stopped`);
    }
  });

  it('says for how long it looked after the last try that the specification allows', () => {
    const { findings } = reportOf([observedEvent(failing, { state: 'gave_up' })], { watchedMs: 5_000 });
    expect(text(findings)).toContain('No attempt after number 4 came within 5.00 s.');
  });

  it('tells the sender’s time-out from the delay that follows it', () => {
    const { timeout, events, findings } = reportOf([
      observedEvent([
        { atMs: 0, answer: 'hang', leftAfterMs: 700 },
        { atMs: 900, answer: 200 },
      ]),
    ]);
    expect(timeout).toMatchObject({ count: 1, medianMs: 700 });
    expect(events[0]?.attempts.map(({ waitedMs }) => waitedMs)).toEqual([700, null]);
    expect(text(findings)).toContain('The sender waited 0.700 s (seen once) for an answer, then hung up.');
    expect(text(findings)).toContain('Before attempt 2, 0.700 s of the gap are the time-out and 0.200 s the delay.');
  });

  it('claims no time-out where it was the receiver that closed', () => {
    const request = experimentRequestSchema.parse({ fault: { action: 'hang', holdMs: 5_000 } });
    const held = observedEvent([{ atMs: 0, answer: 'hang', closedAfterMs: 5_000 }]);
    const { timeout, findings } = reportOf([held], { request });
    expect(timeout).toBeNull();
    expect(text(findings)).toContain('did not hang up within the 5.00 s it was held');
  });

  it('says that bodies and headers stayed the same, or which changed', () => {
    const same = reportOf([observedEvent(failing)]);
    expect([same.bodiesIdentical, same.headersChanged]).toEqual([true, []]);
    const [first, second, ...rest] = failing as [Try, Try, ...Try[]];
    const changing = { ...second, sameBody: false, changedHeaders: ['traceparent'] };
    const other = reportOf([observedEvent([first, changing, ...rest])]);
    expect([other.bodiesIdentical, other.headersChanged]).toEqual([false, ['traceparent']]);
    expect(text(other.findings)).toContain('The body changed between attempts, in 1 of 3 retries (attempt 2)');
    expect(reportOf([observedEvent([first])]).bodiesIdentical).toBeNull();
  });

  it('names a retry that came under another event_id', () => {
    const lookalike = { deliveryId: 12, eventId: 'e-9', gapMs: 204 };
    const { findings } = reportOf([observedEvent([{ atMs: 0 }], { lookalike })]);
    expect(text(findings)).toContain(
      'Delivery 12 came 0.204 s after a failed attempt and is the same but for its event_id',
    );
  });

  it('names an attempt beyond the documented four', () => {
    const fifth: Try = { atMs: 9_000, answer: 200, classes: ['beyond-limit'] };
    const { findings } = reportOf([observedEvent([...failing, fifth], { state: 'complete' })]);
    expect(text(findings)).toContain(
      'Attempt 5 came after 4 that failed; the specification (Limits) allows 4 in total',
    );
  });

  it('says what happened after 401, and for how long it looked', () => {
    const refused = reportOf([observedEvent([{ atMs: 0, answer: 401 }], { state: 'unknown' })], { watchedMs: 90_000 });
    expect(text(refused.findings)).toContain('After 401 no retry came within 90.0 s');
    const again: Try[] = [
      { atMs: 0, answer: 401 },
      { atMs: 300, answer: 200 },
    ];
    expect(text(reportOf([observedEvent(again)]).findings)).toContain('After 401 the sender tried again');
  });

  it('names what the specification does not show beside what was observed', () => {
    const findings = text(
      reportOf([observedEvent([...failing, { atMs: 9_000, answer: 'hang', leftAfterMs: 70 }])]).findings,
    );
    expect(findings).toContain(
      'Not shown in the specification (Limits: delay lengths between retries; retry-delays): observed here.',
    );
    expect(findings).toContain(
      'Not shown in the specification (Limits: the request time-out duration; request-timeout): observed here.',
    );
  });

  it('concludes nothing where no event was failed', () => {
    const report = reportOf([], { watchedMs: 0 });
    expect(report).toMatchObject({ events: [], gaps: [], timeout: null, headOfLineBlocking: null });
    expect(report.findings).toEqual(['No event that fits was failed, so nothing can be said about the sender.']);
  });

  it('warns of tunnels only where a time-out is in play, and of own traffic only where it took part', () => {
    const request = experimentRequestSchema.parse({ fault: { action: 'hang' }, ownTraffic: true });
    expect(text(reportOf([observedEvent(failing)], { request }).caveats)).toMatch(
      /say nothing about the platform.*A tunnel/s,
    );
    expect(text(reportOf([observedEvent(failing)]).caveats)).not.toMatch(/tunnel|Test events/);
  });

  it('always fits its schema', () => {
    const tries = fc.array(
      fc.record({ atMs: fc.nat(), answer: fc.constantFrom(200, 401, 500, 'hang' as const), sameBody: fc.boolean() }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(fc.array(tries, { maxLength: 4 }), fc.array(fc.nat()), (events, others) => {
        const sorted = (list: Try[]) => list.toSorted((a, b) => a.atMs - b.atMs);
        const report = reportOf(
          events.map((list) => observedEvent(sorted(list))),
          { otherArrivalsMonoMs: others.toSorted((a, b) => a - b) },
        );
        expect(experimentReportSchema.parse(report)).toEqual(report);
      }),
    );
  });
});

describe('whether other events kept flowing', () => {
  const flow = (others: number[], events = [observedEvent(failing)]) => {
    const { headOfLineBlocking, others: counted } = reportOf(events, { otherArrivalsMonoMs: others });
    return { blocking: headOfLineBlocking, ...counted };
  };

  it('is so when some arrived between the attempts', () => {
    expect(flow([-50, 100, 1_500, 2_700])).toEqual({ blocking: false, requests: 2, longestSilenceMs: 1_400 });
  });

  it('is not so when none did, though others came close before or after', () => {
    expect(flow([-300, -200, 2_700, 2_800])).toEqual({ blocking: true, requests: 0, longestSilenceMs: null });
  });

  it('cannot be said where none came near, or nothing was retried', () => {
    expect(flow([]).blocking).toBeNull();
    expect(flow([-90_000, -80_000, -70_000]).blocking).toBeNull();
    expect(flow([5, 6, 7], [observedEvent([{ atMs: 0 }])]).blocking).toBeNull();
  });

  it('is told from failed events that took turns, too', () => {
    const second = failing.map(({ atMs }) => ({ atMs: atMs + 50 }));
    expect(flow([], [observedEvent(failing), observedEvent(second, { eventId: 'e-2' })]).blocking).toBe(false);
  });

  it('is no queue when only the retries of one other event follow', () => {
    const second = failing.map(({ atMs }) => ({ atMs: atMs + 3_000 }));
    expect(flow([], [observedEvent(failing), observedEvent(second, { eventId: 'e-2' })]).blocking).toBeNull();
  });
});

describe('a spread', () => {
  it('lies within its values, whatever their order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1 }), (values) => {
        const spread = toSpread(values);
        expect(spread).toEqual(toSpread(values.toReversed()));
        expect(spread).toMatchObject({ count: values.length, minMs: Math.min(...values), maxMs: Math.max(...values) });
        expect(values.every((value) => Math.abs(value - (spread?.medianMs ?? NaN)) <= (spread?.jitterMs ?? NaN))).toBe(
          true,
        );
        const atMost = values.filter((value) => value <= (spread?.medianMs ?? NaN)).length;
        expect(atMost * 2).toBeGreaterThanOrEqual(values.length);
      }),
    );
    expect(toSpread([])).toBeNull();
  });
});
