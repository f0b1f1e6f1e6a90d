import { describe, expect, it } from 'vitest';
import type { CapturedRequest, ObservedExperiment, RequestOutcome } from '#engine/store/store.ts';
import { experimentRuleName } from '#shared/experiment/experiment-program.ts';
import { experimentRequestSchema, type ExperimentRequest } from '#shared/protocol/experiment.ts';
import { capturedRequest } from '#test/support/captured-request.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';
import { openTestStore, type TestStore } from '#test/support/test-store.ts';

const folder = useTempFolder();
const startMs = Date.UTC(2026, 10, 21, 13);
const experimentId = 3;

const envelope = (id: string, payload: unknown = {}): string =>
  JSON.stringify({ event_id: id, event_name: 'message.delivered', event_ts: '2026-11-21T12:59:00.000Z', payload });
const byRule = (fault: Partial<CapturedRequest['answer']>): Pick<CapturedRequest, 'answer'> => {
  const detail = `rule 1 “${experimentRuleName(experimentId)}”, attempt 1`;
  return { answer: { action: 'respond', status: 500, decidedBy: 'rule', detail, ...fault } };
};
const failed = byRule({});
const hung = byRule({ action: 'hang', status: null });

interface Arrival extends Partial<Omit<CapturedRequest, 'body' | 'receivedAtMs' | 'receivedMonoMs'>> {
  /** Milliseconds after the start; answered at once unless told otherwise. */
  at: number;
  body?: string | Uint8Array;
  end?: RequestOutcome | null;
}

/** Stores what came, and gives what an experiment sees in it. */
async function observe(name: string, arrivals: readonly Arrival[], request: Partial<ExperimentRequest> = {}) {
  const store = await openTestStore(folder.path(`${name}.hookloupe`));
  await receive(store, arrivals);
  return look(store, request);
}

async function receive(store: TestStore, arrivals: readonly Arrival[]): Promise<void> {
  for (const { at, body = envelope('e'), end = { answeredAtMs: startMs + at }, ...rest } of arrivals) {
    const times = { receivedAtMs: startMs + at, receivedMonoMs: 50_000 + at };
    const id = await store.append(capturedRequest(body, { ...times, ...rest }));
    if (end !== null) store.recordOutcome(id, end);
  }
  await store.derived();
}

async function look(store: TestStore, request: Partial<ExperimentRequest> = {}): Promise<ObservedExperiment> {
  const asked = experimentRequestSchema.parse({ fault: { action: 'respond', status: 500 }, ...request });
  const query = { experimentId, request: asked, afterRequestId: 0, cut: null };
  return store.observeExperiment(query);
}

const planted = [0, 200, 800, 2_600];
const left = (at: number, afterMs: number): Arrival => ({
  at,
  ...hung,
  end: { peerClosedAtMs: startMs + at + afterMs },
});

describe('what an experiment observes in a capture', () => {
  it('is every gap as it was planted', async () => {
    const { report, attempts } = await observe(
      'gaps',
      planted.map((at) => ({ at, ...failed })),
    );
    expect(attempts).toBe(4);
    expect(report.gaps.map(({ attempt, medianMs }) => [attempt, medianMs])).toEqual([
      [2, 200],
      [3, 600],
      [4, 1_800],
    ]);
    expect(report.bodiesIdentical).toBe(true);
  });

  it('is the sender’s time-out, and what is still open', async () => {
    const store = await openTestStore(folder.path('timeout.hookloupe'));
    await receive(store, [left(0, 700), left(900, 700), { at: 2_200, ...hung, end: null }]);
    await expect.poll(async () => (await look(store)).open).toBe(1);
    const { report } = await look(store);
    expect(report.timeout).toMatchObject({ count: 2, minMs: 700, maxMs: 700 });
    expect(report.events[0]?.attempts.map(({ answer, waitedMs }) => [answer, waitedMs])).toEqual([
      ['timeout', 700],
      ['timeout', 700],
      ['held', null],
    ]);
  });

  it('is the event from its first failed try on, of the sender that was failed', async () => {
    const { report } = await observe('since', [
      { at: 0 },
      { at: 100, ...failed },
      { at: 200, origin: 'replay' },
      { at: 300 },
    ]);
    expect(report.events).toMatchObject([{ eventId: 'e', state: 'complete' }]);
    expect(report.events[0]?.attempts.map(({ attempt, gapMs }) => [attempt, gapMs])).toEqual([
      [2, 100],
      [3, 200],
    ]);
  });

  it('is nothing of another experiment, or of another rule', async () => {
    const detail = `rule 1 “${experimentRuleName(experimentId * 10 + 1)}”, attempt 1`;
    const other = { action: 'respond', status: 500, decidedBy: 'rule', detail } as const;
    const { report, attempts } = await observe('others', [
      { at: 0, answer: other },
      { at: 1, answer: { ...other, detail: 'rule 1' } },
    ]);
    expect([attempts, report.events]).toEqual([0, []]);
  });

  it('is the events of a batch, their gap once', async () => {
    const body = `[${envelope('a')},${envelope('b')}]`;
    const { report } = await observe('batch', [
      { at: 0, body, ...failed },
      { at: 250, body },
    ]);
    expect(report.events.map(({ eventId }) => eventId)).toEqual(['a', 'b']);
    expect(report.gaps).toMatchObject([{ attempt: 2, count: 1, medianMs: 250 }]);
  });

  it('is other events between its tries and near them, without own traffic and what is no event', async () => {
    const noise: Arrival[] = [
      { at: 100, body: envelope('own'), origin: 'simulator' },
      { at: 110, body: 'GET /favicon.ico' },
      { at: 120, body: envelope('token'), answer: { action: 'respond', status: 200, decidedBy: 'token-endpoint' } },
    ];
    const quiet = await observe('noise', [{ at: 0, ...failed }, ...noise, { at: 200 }]);
    expect(quiet.report.others).toEqual({ requests: 0, longestSilenceMs: null });
    const own = await observe('own', [{ at: 0, ...failed }, ...noise, { at: 200 }], { ownTraffic: true });
    expect(own.report.others).toEqual({ requests: 1, longestSilenceMs: 100 });
    const queue = [-80, -60, -40].map((at) => ({ at, body: envelope(`q${at}`) }));
    const blocked = await observe('blocked', [...queue, { at: 0, ...failed }, { at: 200 }]);
    expect(blocked.report.headOfLineBlocking).toBe(true);
  });

  it('is the same event under another id, which is no other event', async () => {
    const { report } = await observe('another-id', [
      { at: 0, body: envelope('first', { n: 1 }), ...failed },
      { at: 100, body: envelope('other', { n: 2 }) },
      { at: 200, body: envelope('again', { n: 1 }) },
      { at: 300, body: envelope('first', { n: 1 }) },
    ]);
    expect(report.findings.join('\n')).toContain('Delivery 3 came 0.200 s after a failed attempt');
    expect(report.others.requests).toBe(1);
  });

  it('is kept with its id, and changed in place', async () => {
    const store = await openTestStore(folder.path('records.hookloupe'));
    const { report } = await look(store);
    const request = experimentRequestSchema.parse({ fault: { action: 'reset' } });
    const first = { startedAtMs: 5, endedAtMs: null, state: 'waiting', message: 'Waiting.', request, report } as const;
    const id = await store.writeExperiment({ ...first, id: null });
    const done = { ...first, id, endedAtMs: 9, state: 'done', message: 'Done.' } as const;
    expect(await store.readExperiment(id)).toEqual({ ...first, id });
    await store.writeExperiment(done);
    const next = await store.writeExperiment({ ...first, id: null });
    expect((await store.readExperiments()).map((one) => [one.id, one.state])).toEqual([
      [next, 'waiting'],
      [id, 'done'],
    ]);
    expect(await store.readExperiment(id)).toEqual(done);
    expect(await store.readExperiment(99)).toBeNull();
  });
});
