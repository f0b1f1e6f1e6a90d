import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runHookloupe, startHookloupe } from '#test/support/hookloupe-process.ts';
import { startRecordingReceiver, type RecordingReceiver } from '#test/support/recording-receiver.ts';
import { headerValues } from '#shared/http/header-pair.ts';

let receiver: RecordingReceiver;
let folder: string;
let statuses: number[];
beforeEach(async () => {
  statuses = [];
  receiver = await startRecordingReceiver((_request, response) => response.writeHead(statuses.shift() ?? 200).end());
  folder = await mkdtemp(path.join(tmpdir(), 'hookloupe-'));
});
afterEach(async () => {
  await receiver.close();
  await rm(folder, { recursive: true });
});

/** What `send` says where no Hookloupe listens that could tell its requests from the platform's. */
const unmarkedLine = (url: string): string =>
  `These requests go unmarked: no running Hookloupe of yours is known at ${url}; any other counts them as the platform's.\n`;
const bodies = (): string[] => receiver.requests.map((request) => request.body.toString());

describe('hookloupe send', () => {
  it('plays a scenario, tells every attempt and ends with 0 when all is accepted', async () => {
    statuses = [500];
    const flags = ['--scenario', 'story', '--retry-delays', '1', '--seed', '7'];
    const { code, out, err } = await runHookloupe('send', '--to', receiver.url, ...flags);
    expect(code).toBe(0);
    expect(err).toBe(unmarkedLine(receiver.url));
    expect(out).toMatch(/message\.delivered ✕500 1\/4 .*\n.*message\.delivered ✓200 2\/4 /);
    expect(out).toMatch(/\nDone: 5 events · 5 accepted · 6 calls · ended in 200 ×5 · seed 7\n$/);
    expect(receiver.requests).toHaveLength(6);
  });

  it('ends with 1 when an event is given up', async () => {
    statuses = [500, 500, 500, 500];
    const flags = ['--kind', 'message.delivered', '--count', '2', '--retry-delays', '1,1,1', '--quiet'];
    const { code, out } = await runHookloupe('send', '--to', receiver.url, ...flags);
    expect(code).toBe(1);
    expect(out).toMatch(/^Done: 2 events · 1 accepted · 5 calls · ended in 200 ×1, 500 ×1 · seed \d+\n$/);
  });

  it('makes one attempt with --no-retry', async () => {
    statuses = [500];
    const { code } = await runHookloupe('send', '--to', receiver.url, '--kind', 'message.delivered', '--no-retry');
    expect([code, receiver.requests.length]).toEqual([1, 1]);
  });

  it('sends the same events for the same seed', async () => {
    for (const seed of ['3', '3', '4']) {
      await runHookloupe('send', '--to', receiver.url, '--kind', 'message.delivered', '--seed', seed);
    }
    const [one, two, other] = bodies().map((body) => (JSON.parse(body) as { event_id: string }).event_id);
    expect(two).toBe(one);
    expect(other).not.toBe(one);
  });

  it('sends the lines of a file as written, in arrays when asked to, with credentials', async () => {
    const file = path.join(folder, 'events.ndjson');
    await writeFile(file, '{"event_id": "1"}\n{"event_id": "2", "n": 1.0}\n{"event_id": "3"}\n');
    const flags = ['--file', file, '--batch', '2', '--auth', 'basic:platform:s3cret', '--json'];
    const { code, out } = await runHookloupe('send', '--to', receiver.url, ...flags);
    expect(code).toBe(0);
    expect(bodies()).toEqual(['[{"event_id": "1"},{"event_id": "2", "n": 1.0}]', '[{"event_id": "3"}]']);
    const [first] = receiver.requests;
    expect(headerValues(first?.headers ?? [], 'authorization')).toEqual(['basic cGxhdGZvcm06czNjcmV0']);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map((line) => line['event'])).toEqual(['attempt', 'attempt', 'summary']);
    expect(lines[0]).toMatchObject({ eventIds: ['1', '2'], attempt: 1, status: 200, error: null });
    expect(lines[2]).toMatchObject({ events: 3, accepted: 3, attempts: 2, byOutcome: { 200: 3 }, stopped: false });
  });

  it('stops on SIGINT, says so and ends with 1', async () => {
    const target = await startRecordingReceiver(() => child.kill('SIGINT'));
    const child = startHookloupe(['send', '--to', target.url, '--kind', 'message.delivered', '--count', '9']);
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    await target.close();
    expect([code, err, target.requests.length]).toEqual([1, unmarkedLine(target.url), 1]);
    expect(out).toMatch(/^Stopped: 0 events /);
  });

  it('ends with 2 and one line for a flag it does not know, and sends nothing', async () => {
    const { code, out, err } = await runHookloupe('send', '--to', receiver.url, '--speed', '9');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^hookloupe send: unknown option '--speed'.*Allowed: --kind, .*\n$/);
    expect(receiver.requests).toEqual([]);
  });
});
