import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  runHookloupe,
  startHookloupe,
  startServeProcess,
  type EndedCommand,
  type ServeProcess,
} from '#test/support/hookloupe-process.ts';
import { startRecordingReceiver } from '#test/support/recording-receiver.ts';

let folder: string;
let serve: ServeProcess;
let api: string[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hookloupe-'));
  serve = await startServeProcess(['--port', '0', '--ui-port', '0', '--capture', path.join(folder, 'c.hookloupe')]);
  api = ['--api', serve.ready.apiUrl, '--token', serve.ready.token];
  await send('out-of-order');
});
afterAll(async () => {
  await serve.end();
  await rm(folder, { recursive: true });
});

function send(scenario: string): Promise<EndedCommand> {
  return runHookloupe('send', '--to', serve.ready.receiverUrl, '--scenario', scenario);
}

function linesOf(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Deliveries are readable a moment after they were answered. */
async function tailAll(count: number): Promise<string> {
  for (;;) {
    const { out } = await runHookloupe('tail', ...api, '--no-follow', '--lines', '50');
    if (out.split('\n').length > count) return out;
  }
}

describe('hookloupe on what was captured', () => {
  it('tail prints the deliveries there are', async () => {
    const lines = (await tailAll(5)).trimEnd().split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} notification\.undelivered ✓200 1\/4 lag \d+\.\ds early /);
  });

  it('tail follows what arrives, each delivery once', async () => {
    await tailAll(5);
    const child = startHookloupe(['tail', ...api, '--lines', '1', '--json']);
    const seen: unknown[] = [];
    for await (const line of createInterface(child.stdout)) {
      seen.push((JSON.parse(line) as { seq: number }).seq);
      if (seen.length === 1) await send('story');
      if (seen.length === 6) child.kill('SIGINT');
    }
    expect(seen).toEqual([5, 6, 7, 8, 9, 10]);
  });

  it('export writes one line of JSON per delivery, for its user only', async () => {
    const file = path.join(folder, 'events.ndjson');
    const { code } = await runHookloupe('export', ...api, '--out', file);
    const printed = await runHookloupe('export', ...api);
    expect(code).toBe(0);
    expect(linesOf(await readFile(file, 'utf8')).map((line) => line['eventName'])).toContain(
      'notification.undelivered',
    );
    expect(await readFile(file, 'utf8')).toBe(printed.out);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('replay sends the captured bytes to another receiver and ends with 0', async () => {
    const target = await startRecordingReceiver();
    const { code, out, err } = await runHookloupe('replay', ...api, '--to', target.url, '--auth', 'apikey:k-1');
    await target.close();
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Replay \d+ done · (\d+) of \1 sent to /);
    expect(
      target.requests.every(({ headers }) => headers.some(([name, value]) => `${name}:${value}` === 'ApiKey:k-1')),
    ).toBe(true);
  });

  it('replay ends with 1 when the receiver does not accept', async () => {
    const target = await startRecordingReceiver((_request, response) => response.writeHead(500).end());
    const { code, out } = await runHookloupe('replay', ...api, '--to', target.url, '--json');
    await target.close();
    expect(code).toBe(1);
    const [replay] = linesOf(out);
    expect(replay).toMatchObject({ state: 'done', byStatus: { 500: target.requests.length } });
  });

  it('a wrong filter ends with 2, a wrong token with 1, each with one line', async () => {
    const wrongFilter = await runHookloupe('tail', ...api, '--filter', 'status:', '--no-follow');
    const wrongToken = await runHookloupe('tail', '--api', serve.ready.apiUrl, '--token', 'nope', '--no-follow');
    expect([wrongFilter.code, wrongFilter.err]).toEqual([2, expect.stringMatching(/^[^\n]+\n$/)]);
    expect([wrongToken.code, wrongToken.err]).toEqual([1, expect.stringMatching(/^[^\n]+\n$/)]);
  });
});

describe('hookloupe on a capture file that is open elsewhere', () => {
  it('ends with 1 and says so', async () => {
    const { code, err } = await runHookloupe('export', '--capture', serve.ready.captureFile);
    expect([code, err]).toEqual([1, expect.stringMatching(/^Another Hookloupe has [^\n]*\n$/)]);
  });
});

describe('hookloupe on a capture file that nobody has open', () => {
  const captureFile = (): string => path.join(folder, 'closed.hookloupe');
  beforeAll(async () => {
    const other = await startServeProcess(['--port', '0', '--ui-port', '0', '--capture', captureFile()]);
    await runHookloupe('send', '--to', other.ready.receiverUrl, '--scenario', 'story');
    await other.end();
  });

  it('exports it', async () => {
    const { code, out } = await runHookloupe('export', '--capture', captureFile());
    expect([code, linesOf(out).length]).toEqual([0, 5]);
  });

  it('replays it', async () => {
    const target = await startRecordingReceiver();
    const flags = ['--capture', captureFile(), '--to', target.url, '--order', 'event_ts', '--json'];
    const { code, out } = await runHookloupe('replay', ...flags);
    await target.close();
    expect([code, linesOf(out)[0]]).toEqual([0, expect.objectContaining({ state: 'done', byStatus: { 200: 5 } })]);
    expect(target.requests).toHaveLength(5);
  });

  it('says when there is no such file', async () => {
    const { code, err } = await runHookloupe('export', '--capture', path.join(folder, 'absent.hookloupe'));
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^There is no capture file [^\n]*absent\.hookloupe[^\n]*\n$/),
    ]);
  });
});

describe('hookloupe where no Hookloupe answers', () => {
  it('ends with 1 and says how to start one', async () => {
    const { code, err } = await runHookloupe('tail', '--api', 'http://127.0.0.1:9/', '--token', 't', '--no-follow');
    expect(code).toBe(1);
    expect(err).toBe(
      "No Hookloupe answers at http://127.0.0.1:9/. Start it with 'hookloupe serve', or name another with --api URL.\n",
    );
  });
});
