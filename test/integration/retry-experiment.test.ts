import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { SendAttempt } from '#engine/simulator/send-attempt.ts';
import { createSender, type SenderOptions } from '#engine/simulator/sender.ts';
import type { SenderCall } from '#engine/simulator/sender-call.ts';
import type { CallBody } from '#shared/protocol/contract.ts';
import type { Experiment } from '#shared/protocol/experiment.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';
import { startTestEngine, type TestEngine } from '#test/support/test-engine.ts';

const folder = useTempFolder();
let captures = 0;
const newCapture = (): string => folder.path(`${(captures += 1)}.hookloupe`);

const eventTs = '2026-11-21T13:00:00.000Z';
const envelope = (id: string, payload: unknown = {}): string =>
  JSON.stringify({ event_id: id, event_name: 'message.delivered', event_ts: eventTs, payload });
const call = (id: string, body = envelope(id)): SenderCall => ({ events: [{ eventId: id, eventName: null }], body });

/** Sends as the platform would: the mark of the simulator proves nothing without the engine's secret. */
async function sendAs(
  engine: TestEngine,
  lanes: SenderCall[][],
  options: Partial<SenderOptions> = {},
): Promise<SendAttempt[]> {
  const attempts: SendAttempt[] = [];
  const sender = createSender({
    targetUrl: engine.receiverUrl,
    concurrency: lanes.length,
    onAttempt: (attempt) => attempts.push(attempt),
    ...options,
  });
  await sender.run(lanes);
  await sender.close();
  return attempts;
}

const start = (engine: TestEngine, body: Partial<CallBody<'experiments.create'>> = {}): Promise<Experiment> =>
  engine.call('experiments.create', {
    body: { fault: { action: 'respond', status: 500 }, quietSeconds: 0.5, maxSeconds: 60, ...body },
  });

async function ended(engine: TestEngine, id: number): Promise<Experiment> {
  for (;;) {
    const experiment = await engine.call('experiments.read', { params: { id } });
    if (experiment.endedAt !== null) return experiment;
    await sleep(50);
  }
}

/** Whether a gap is one that the sender can have kept: by its own clock, a request arrived between its start and its end. */
function isGapOf([before, after]: readonly SendAttempt[], gapMs: number): boolean {
  if (before === undefined || after === undefined) return false;
  const endOf = ({ startedAtMs, durationMs }: SendAttempt): number => startedAtMs + durationMs;
  const slackMs = 2; // its clock counts whole milliseconds
  return gapMs >= after.startedAtMs - endOf(before) - slackMs && gapMs <= endOf(after) - before.startedAtMs + slackMs;
}

const findings = ({ report }: Experiment): string => report.findings.join('\n');

describe('a retry experiment', () => {
  it('recovers the delays of the sender, and says that it gave up with the same body each time', async () => {
    const engine = await startTestEngine(newCapture());
    const { id, state } = await start(engine, { quietSeconds: 3 });
    expect(state).toBe('waiting');
    const attempts = await sendAs(engine, [[call('e')]], { retryDelaysMs: [200, 600, 1_800] });
    const experiment = await ended(engine, id);
    const { events, gaps, bodiesIdentical, headersChanged } = experiment.report;
    expect(experiment).toMatchObject({ state: 'done', endsAt: null });
    expect(experiment.message).toBe(
      'Every event was accepted or failed 4 times, and no further attempt came within 3 s.',
    );
    expect(events).toMatchObject([{ eventId: 'e', state: 'gave_up' }]);
    expect(events[0]?.attempts.map(({ answer }) => answer)).toEqual(['500', '500', '500', '500']);
    expect(gaps.map(({ attempt, medianMs }, i) => [attempt, isGapOf(attempts.slice(i), medianMs)])).toEqual([
      [2, true],
      [3, true],
      [4, true],
    ]);
    expect([bodiesIdentical, headersChanged]).toEqual([true, []]);
    expect(experiment.markdown).toContain(
      'Not shown in the specification (Limits: delay lengths between retries; retry-delays)',
    );
  });

  it('recovers the time-out of the sender', async () => {
    const engine = await startTestEngine(newCapture());
    const { id } = await start(engine, { fault: { action: 'hang' }, failures: 1 });
    const attempts = await sendAs(engine, [[call('e')]], { timeoutMs: 700, retryDelaysMs: [200] });
    const { report } = await ended(engine, id);
    expect(attempts.map(({ status, error }) => status ?? error)).toEqual(['timeout', 200]);
    const { timeout, gaps } = report;
    expect(timeout).toMatchObject({ count: 1 });
    expect(isGapOf(attempts, gaps[0]?.medianMs ?? NaN)).toBe(true);
    expect(timeout?.maxMs).toBeLessThan(gaps[0]?.medianMs ?? 0);
    expect(report.events[0]?.state).toBe('complete');
    expect(findings({ report } as Experiment)).toContain('the delay');
  });

  it('fails the events that were chosen alone, and sees that others keep flowing', async () => {
    const engine = await startTestEngine(newCapture());
    const { id } = await start(engine, { filter: 'event_id:chosen' });
    const others = Array.from({ length: 8 }, (_, i) => call(`other-${i}`));
    const attempts = await sendAs(engine, [[call('chosen')], others], { retryDelaysMs: [400], ratePerSecond: 20 });
    const experiment = await ended(engine, id);
    expect(attempts.filter(({ status }) => status === 500).map(({ call: { events } }) => events[0]?.eventId)).toEqual([
      'chosen',
      'chosen',
    ]);
    expect(experiment.report.headOfLineBlocking).toBe(false);
    expect(experiment.report.others.requests).toBeGreaterThan(0);
  });

  it('sees that other events wait behind a failed one', async () => {
    const engine = await startTestEngine(newCapture());
    const { id } = await start(engine, { filter: 'event_id:chosen', failures: 1 });
    const queue = ['a', 'b', 'c', 'chosen', 'd', 'e', 'f'].map((name) => call(name));
    await sendAs(engine, [queue], { retryDelaysMs: [600] });
    const experiment = await ended(engine, id);
    expect(experiment.report).toMatchObject({ headOfLineBlocking: true, others: { requests: 0 } });
    expect(findings(experiment)).toContain('Other events seem to wait behind a failed one');
  });

  it('reports a body that changes between tries', async () => {
    const engine = await startTestEngine(newCapture());
    const { id } = await start(engine, { failures: 1 });
    await engine.post(envelope('e', { try: 1 }));
    await engine.post(envelope('e', { try: 2 }));
    const experiment = await ended(engine, id);
    expect(experiment.report.bodiesIdentical).toBe(false);
    expect(findings(experiment)).toContain('The body changed between attempts');
  });

  it('reports a retry that came under another event_id', async () => {
    const engine = await startTestEngine(newCapture());
    const { id } = await start(engine);
    await engine.post(envelope('first', { n: 1 }));
    await engine.post(envelope('unlike', { n: 2 }));
    await engine.post(envelope('second', { n: 1 }));
    const experiment = await ended(engine, id);
    expect(experiment.report.events).toMatchObject([{ eventId: 'first', attempts: [{ answer: '500' }] }]);
    expect(findings(experiment)).toMatch(/Delivery 3 came .* is the same but for its event_id \(second\)/);
    expect(findings(experiment)).not.toContain('unlike');
  });

  it('reports a fifth try as beyond the documented limit', async () => {
    const engine = await startTestEngine(newCapture());
    const { id } = await start(engine);
    for (let attempt = 1; attempt <= 5; attempt += 1) await engine.post(envelope('e'));
    expect(findings(await ended(engine, id))).toContain(
      'Attempt 5 came after 4 that failed; the specification (Limits) allows 4 in total',
    );
  });

  it('says for how long no retry came after 401', async () => {
    const engine = await startTestEngine(newCapture());
    const { id } = await start(engine, { fault: { action: 'respond', status: 401 } });
    const attempts = await sendAs(engine, [[call('e')]]);
    const experiment = await ended(engine, id);
    expect(attempts.map(({ status }) => status)).toEqual([401]);
    expect(experiment.report.events[0]?.state).toBe('unknown');
    expect(findings(experiment)).toMatch(/After 401 no retry came within \d+\.\d+ s; the specification does not say/);
  });

  it('leaves test events alone unless own traffic takes part', async () => {
    const engine = await startTestEngine(newCapture());
    const body = { kind: 'message.delivered', count: 1 };
    const { id } = await start(engine);
    await engine.call('simulations.create', { body });
    expect(await engine.call('experiments.stop', { params: { id } })).toMatchObject({
      state: 'stopped',
      message: 'Stopped.',
      report: { events: [] },
    });
    const own = await start(engine, { ownTraffic: true, failures: 1 });
    await engine.call('simulations.create', { body });
    expect((await ended(engine, own.id)).report.events).toMatchObject([
      { state: 'complete', attempts: [{ answer: '500' }, { answer: '200' }] },
    ]);
  });
});

describe('the end of an experiment', () => {
  const armed = async (engine: TestEngine) => {
    const { override, rules } = await engine.call('answer.read');
    return { override, rules: rules.map(({ name }) => name) };
  };

  it('brings back what was armed before', async () => {
    const engine = await startTestEngine(newCapture());
    const override = { action: 'respond', status: 503 } as const;
    await engine.call('answer.write', { body: { override } });
    const { id } = await start(engine);
    expect(await armed(engine)).toEqual({ override: null, rules: [`retry experiment ${id}`] });
    await engine.post(envelope('e'));
    expect(await ended(engine, id)).toMatchObject({ state: 'done' });
    expect(await armed(engine)).toEqual({ override, rules: [] });
  });

  it('comes when another answer is armed, which stays', async () => {
    const engine = await startTestEngine(newCapture());
    const { id } = await start(engine);
    await engine.post(envelope('e'));
    const override = { action: 'respond', status: 503 } as const;
    await engine.call('answer.write', { body: { override } });
    expect(await ended(engine, id)).toMatchObject({
      state: 'stopped',
      message: 'Ended because another answer was armed.',
      report: { events: [{ eventId: 'e' }] },
    });
    expect(await armed(engine)).toEqual({ override, rules: [] });
  });

  it('comes at the latest after the longest time, also when nothing came', async () => {
    const engine = await startTestEngine(newCapture());
    const { id } = await start(engine, { maxSeconds: 1 });
    expect(await ended(engine, id)).toMatchObject({ state: 'done', message: 'No event that fits came within 1 s.' });
  });

  it('comes with the receiver, and the report is in the capture file at the next start', async () => {
    const captureFile = newCapture();
    const engine = await startTestEngine(captureFile);
    const { id } = await start(engine, { quietSeconds: 60 });
    await engine.post(envelope('e'));
    await engine.close();
    const again = await startTestEngine(captureFile);
    const { items } = await again.call('experiments.list');
    expect(items).toMatchObject([
      { id, state: 'stopped', message: 'Ended because Hookloupe was closed.', report: { events: [{ eventId: 'e' }] } },
    ]);
    expect(await armed(again)).toEqual({ override: null, rules: [] });
    expect((await start(again)).id).toBe(id + 1);
  });

  it('is waited for before another can begin', async () => {
    const engine = await startTestEngine(newCapture());
    const { id } = await start(engine);
    const body = JSON.stringify({ fault: { action: 'hang' } });
    const json = { 'content-type': 'application/json' };
    const refused = await engine.fetch('/api/v1/experiments', { method: 'POST', body, headers: json });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, 'EXPERIMENT_RUNNING']);
    await engine.call('experiments.stop', { params: { id } });
    expect(await start(engine)).toMatchObject({ id: id + 1, state: 'waiting' });
  });

  it('is refused for one that nobody knows, and a filter that cannot be understood starts none', async () => {
    const engine = await startTestEngine(newCapture());
    expect((await engine.fetch('/api/v1/experiments/9', { method: 'DELETE' })).status).toBe(404);
    await expect(start(engine, { filter: 'nonsense:1' })).rejects.toThrow('FILTER_INVALID');
    expect((await engine.call('experiments.list')).items).toEqual([]);
  });

  it('ends when the receiver is stopped, and claims nothing of the time after', async () => {
    const engine = await startTestEngine(newCapture());
    const { id } = await start(engine, { quietSeconds: 30, ownTraffic: true });
    await sendAs(engine, [[call('cut')]], { retryDelaysMs: [] });
    await engine.listed(1);
    await engine.call('receiver.write', { body: { listening: false } });
    const experiment = await ended(engine, id);
    expect(experiment).toMatchObject({
      state: 'stopped',
      message: 'Ended because the receiver was stopped: what came after that was not seen.',
    });
    expect(findings(experiment)).not.toContain('No attempt after');
    expect(findings(experiment)).toContain('Whether the sender would have tried again cannot be said');
    expect(experiment.report.caveats[0]).toMatch(
      /^Nothing could arrive from \S+Z on, because the receiver was stopped/,
    );
  });
});
