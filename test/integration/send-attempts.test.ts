import { afterEach, describe, expect, it } from 'vitest';
import type { SendReport } from '#engine/simulator/send-report.ts';
import type { SenderCall } from '#engine/simulator/sender-call.ts';
import type { SendAttempt } from '#engine/simulator/send-attempt.ts';
import { createSender, type SenderOptions } from '#engine/simulator/sender.ts';
import {
  startRecordingReceiver,
  type RecordedRequest,
  type RecordingReceiver,
} from '#test/support/recording-receiver.ts';
import { headerValues } from '#shared/http/header-pair.ts';

type Reply = number | 'hang' | 'reset';

let receiver: RecordingReceiver | null = null;
afterEach(async () => {
  await receiver?.close();
  receiver = null;
});

/** Answers one reply after the other, the last for ever. */
async function startScripted(...replies: Reply[]): Promise<RecordingReceiver> {
  let next = 0;
  receiver = await startRecordingReceiver((_request, response) => {
    const reply = replies[Math.min(next, replies.length - 1)] ?? 200;
    next += 1;
    if (reply === 'reset') response.destroy();
    if (typeof reply === 'number') response.writeHead(reply).end('{"ignored":true}');
  });
  return receiver;
}

function call(body: string, eventId = 'e1'): SenderCall {
  return { events: [{ eventId, eventName: 'message.delivered' }], body };
}

interface Sent {
  report: SendReport;
  attempts: SendAttempt[];
  gapsMs: number[];
}

/** Sends with waiting replaced by a record of what was to be waited. */
async function send(lanes: SenderCall[][], options: Partial<SenderOptions> = {}, signal?: AbortSignal): Promise<Sent> {
  const attempts: SendAttempt[] = [];
  const gapsMs: number[] = [];
  const sender = createSender({
    targetUrl: receiver?.url ?? '',
    onAttempt: (attempt) => attempts.push(attempt),
    wait: async (durationMs) => {
      gapsMs.push(durationMs);
    },
    ...options,
  });
  try {
    return { report: await sender.run(lanes, signal), attempts, gapsMs };
  } finally {
    await sender.close();
  }
}

const bodiesOf = (requests: RecordedRequest[]): string[] => requests.map((request) => request.body.toString());
const outcomesOf = (attempts: SendAttempt[]): unknown[] => attempts.map(({ status, error }) => status ?? error);

describe('attempts of the simulator', () => {
  it('ends after an accepted first attempt', async () => {
    const { requests } = await startScripted(200);
    const { report } = await send([[call('{"a":1}')]]);
    expect(bodiesOf(requests)).toEqual(['{"a":1}']);
    expect(report).toEqual({ events: 1, accepted: 1, attempts: 1, byOutcome: { 200: 1 }, stopped: false });
  });

  it('repeats a 500 with the same bytes until it is accepted', async () => {
    const { requests } = await startScripted(500, 500, 200);
    const { report, attempts, gapsMs } = await send([[call('{"ü":"\\u00fc"}')]]);
    expect(bodiesOf(requests)).toEqual(['{"ü":"\\u00fc"}', '{"ü":"\\u00fc"}', '{"ü":"\\u00fc"}']);
    expect(outcomesOf(attempts)).toEqual([500, 500, 200]);
    expect(attempts.map(({ attempt, last }) => [attempt, last])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    expect(gapsMs).toEqual([200, 600]);
    expect(report.accepted).toBe(1);
  });

  it('gives up after the fourth 500 and goes on to the next event', async () => {
    const { requests } = await startScripted(500, 500, 500, 500, 200);
    const { report, gapsMs } = await send([[call('1'), call('2', 'e2')]]);
    expect(bodiesOf(requests)).toEqual(['1', '1', '1', '1', '2']);
    expect(gapsMs).toEqual([200, 600, 1_800]);
    expect(report).toEqual({ events: 2, accepted: 1, attempts: 5, byOutcome: { 200: 1, 500: 1 }, stopped: false });
  });

  it('never makes a fifth attempt, however many delays are given', async () => {
    const { requests } = await startScripted(500);
    await send([[call('1')]], { retryDelaysMs: [1, 2, 3, 4, 5] });
    expect(requests).toHaveLength(4);
  });

  it('repeats a time-out', async () => {
    const { requests } = await startScripted('hang', 200);
    const { attempts } = await send([[call('1')]], { timeoutMs: 60 });
    expect(outcomesOf(attempts)).toEqual(['timeout', 200]);
    expect(requests).toHaveLength(2);
  });

  it('repeats a call whose connection was reset', async () => {
    await startScripted('reset', 200);
    const { attempts, report } = await send([[call('1')]]);
    expect(attempts.map(({ status }) => status)).toEqual([null, 200]);
    expect(report.accepted).toBe(1);
  });

  it('counts an address where nobody listens as an error', async () => {
    const { url, close } = await startRecordingReceiver();
    await close();
    const { report, attempts } = await send([[call('1')]], { targetUrl: url });
    expect(outcomesOf(attempts)).toEqual(['ECONNREFUSED', 'ECONNREFUSED', 'ECONNREFUSED', 'ECONNREFUSED']);
    expect(report.byOutcome).toEqual({ error: 1 });
  });

  it.each([401, 400, 404, 429, 502, 503, 204, 302])('does not repeat a %d', async (status) => {
    const { requests } = await startScripted(status);
    const { report } = await send([[call('1')]]);
    expect(requests).toHaveLength(1);
    expect(report).toMatchObject({ accepted: 0, byOutcome: { [status]: 1 } });
  });

  it('makes one attempt when retries are off', async () => {
    const { requests } = await startScripted(500);
    await send([[call('1')]], { retryDelaysMs: [] });
    expect(requests).toHaveLength(1);
  });

  it('counts all events of a failed batch', async () => {
    const { requests } = await startScripted(500, 500, 500, 500);
    const batch = { events: ['a', 'b', 'c'].map((eventId) => ({ eventId, eventName: null })), body: '[1,2,3]' };
    const { report } = await send([[batch]]);
    expect(bodiesOf(requests)).toEqual(['[1,2,3]', '[1,2,3]', '[1,2,3]', '[1,2,3]']);
    expect(report).toMatchObject({ events: 3, byOutcome: { 500: 3 }, attempts: 4 });
  });
});

describe('calls of the simulator', () => {
  it('are marked as own traffic and carry the path, type and credentials', async () => {
    const { requests, url } = await startScripted(200);
    await send([[call('{}')]], { targetUrl: `${url}push/a%20b?x=1`, authHeader: ['ApiKey', 'k-1'] });
    const [{ method, target, headers } = { method: '', target: '', headers: [] }] = requests;
    expect([method, target]).toEqual(['POST', '/push/a%20b?x=1']);
    expect(headers).toEqual(
      expect.arrayContaining([
        ['Content-Type', 'application/json'],
        ['ApiKey', 'k-1'],
      ]),
    );
    expect(headerValues(headers, 'hookloupe-origin')).toEqual(['simulator']);
  });

  it('are under way as many at a time as asked for, never more', async () => {
    const held: (() => void)[] = [];
    receiver = await startRecordingReceiver((_request, response) => {
      held.push(() => response.end());
      if (held.length % 4 === 0) for (const release of held) release();
    });
    const lanes = Array.from({ length: 12 }, (_, i) => [call(String(i))]);
    const { report } = await send(lanes, { concurrency: 4 });
    expect(receiver.mostOpen()).toBe(4);
    expect(report.accepted).toBe(12);
  });

  it('keep the order of their lane while lanes overlap', async () => {
    const { requests } = await startScripted(200);
    const lane = (name: string): SenderCall[] => Array.from({ length: 20 }, (_, i) => call(`${name}${i}`));
    await send([lane('a'), lane('b')], { concurrency: 2 });
    const sent = bodiesOf(requests);
    for (const name of ['a', 'b']) {
      expect(sent.filter((body) => body.startsWith(name))).toEqual(lane(name).map((one) => one.body));
    }
  });

  it('are spaced by the rate', async () => {
    await startScripted(200);
    const { gapsMs } = await send([[call('1'), call('2'), call('3')]], { ratePerSecond: 0.01 });
    expect(gapsMs[0]).toBe(0);
    expect(gapsMs.slice(1).every((gapMs, i) => gapMs > (i + 1) * 90_000 && gapMs <= (i + 1) * 100_000)).toBe(true);
  });

  it('stop when told to, and say so', async () => {
    const stop = new AbortController();
    receiver = await startRecordingReceiver(() => stop.abort());
    const { report } = await send([[call('1'), call('2')]], {}, stop.signal);
    expect(receiver.requests).toHaveLength(1);
    expect(report).toEqual({ events: 0, accepted: 0, attempts: 0, byOutcome: {}, stopped: true });
  });

  it('are refused for an address that is not http', () => {
    expect(() => createSender({ targetUrl: 'ftp://example.com' })).toThrow(/ftp:\/\/example.com.*http/);
  });
});
