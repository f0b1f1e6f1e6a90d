import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEnvelope, simulatedKinds } from '#engine/simulator/create-envelope.ts';
import { createRandom } from '#engine/random/random.ts';
import { openStore, type Store } from '#engine/store/open-store.ts';
import { deliveryQuerySchema } from '#shared/protocol/query.ts';
import { capturedRequest } from '#test/support/captured-request.ts';
import { percentile } from './statistics.ts';

const START_MS = Date.UTC(2026, 10, 1);
const WINDOW = 2_000;

/** What reading costs once so many deliveries are stored: milliseconds from the call to the finished JSON in the main thread. */
export async function benchReads(deliveries: number): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hookloupe-bench-'));
  const store = await openStore({
    captureFile: path.join(folder, 'capture.hookloupe'),
    version: 'bench',
    nowMs: Date.now,
  });
  try {
    const filling = await fill(store, deliveries);
    const lines = await measureAll(store, deliveries);
    return [filling, '', '| query | p50, ms | p95, ms |', '| --- | --- | --- |', ...lines].join('\n');
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(store: Store, deliveries: number): Promise<string> {
  const random = createRandom(11);
  const startedAt = performance.now();
  for (let done = 0; done < deliveries; done += WINDOW) {
    const window = Array.from({ length: Math.min(WINDOW, deliveries - done) }, (_, i) => {
      const kind = simulatedKinds[(done + i) % simulatedKinds.length] ?? 'notification.attempted';
      const atMs = START_MS + (done + i) * 20;
      const body = Buffer.from(JSON.stringify(createEnvelope(kind, random, atMs - random.integer(0, 5_000))));
      const answer = { action: 'respond', status: i % 50 === 0 ? 500 : 200, decidedBy: 'default' } as const;
      return store.append(capturedRequest(body, { receivedAtMs: atMs, receivedMonoMs: atMs - START_MS, answer }));
    });
    await Promise.all(window);
  }
  const stored = performance.now();
  while (store.progress().derivedTo < store.progress().requests) await sleep(20);
  const derived = performance.now();
  const { sizeBytes } = await store.facts();
  return [
    `${deliveries.toLocaleString('en')} deliveries of about 1 KB:`,
    `stored in ${((stored - startedAt) / 1000).toFixed(1)} s (making them included),`,
    `decoded ${((derived - stored) / 1000).toFixed(1)} s after the last was stored,`,
    `${(sizeBytes / deliveries / 1000).toFixed(2)} KB of disk each.`,
  ].join(' ');
}

async function measureAll(store: Store, deliveries: number): Promise<string[]> {
  const { pages, details, scans } = store.readers;
  const random = createRandom(3);
  const anywhere = (total: number): number => random.integer(0, Math.max(0, total - 100));
  const page = (query: object): Promise<unknown> => pages.read('page', deliveryQuerySchema.parse(query));
  const cases: [string, number, () => Promise<unknown>][] = [
    ['newest 100 by arrival', 200, () => page({ dir: 'desc' })],
    ['100 anywhere by arrival', 200, () => page({ offset: anywhere(deliveries) })],
    ['100 anywhere by event_ts', 200, () => page({ order: 'event_ts', offset: anywhere(deliveries) })],
    ['filter by kind, first time', 1, () => page({ filter: 'event:notification.delivered' })],
    [
      'filter by kind, 100 anywhere',
      200,
      () => page({ filter: 'event:notification.delivered', offset: anywhere(deliveries / 21) }),
    ],
    ['filter `-status:200`, first time', 1, () => page({ filter: '-status:200' })],
    [
      'filter `-status:200`, 100 anywhere',
      200,
      () => page({ filter: '-status:200', offset: anywhere(deliveries / 50) }),
    ],
    [
      'filter `payload.channel_type:sms` (reads every body), first time',
      1,
      () => page({ filter: 'payload.channel_type:sms' }),
    ],
    [
      'the same, 100 anywhere',
      200,
      () => page({ filter: 'payload.channel_type:sms', offset: anywhere(deliveries / 3) }),
    ],
    ['text that nothing holds (reads every body)', 1, () => page({ filter: '"no such text"' })],
    ['one delivery with everything', 200, () => details.read('delivery', { id: 1 + anywhere(deliveries) })],
    ['facets, no filter', 50, () => scans.read('facets', { filter: '', zoneOffsetMinutes: 0 })],
    [
      'facets, filter by kind',
      5,
      () => scans.read('facets', { filter: 'event:notification.delivered', zoneOffsetMinutes: 0 }),
    ],
    ['rate strip, no filter', 50, () => scans.read('histogram', { filter: '', zoneOffsetMinutes: 0, buckets: 150 })],
    [
      'rate strip, filter by kind',
      5,
      () => scans.read('histogram', { filter: 'event:notification.delivered', zoneOffsetMinutes: 0, buckets: 150 }),
    ],
  ];
  const lines: string[] = [];
  for (const [name, times, run] of cases) {
    const line = await measure(name, times, run);
    process.stderr.write(`${line}\n`);
    lines.push(line);
  }
  return lines;
}

async function measure(name: string, times: number, run: () => Promise<unknown>): Promise<string> {
  const took: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const startedAt = performance.now();
    await run();
    took.push(performance.now() - startedAt);
  }
  return `| ${name} | ${percentile(took, 50).toFixed(1)} | ${times > 1 ? percentile(took, 95).toFixed(1) : 'once'} |`;
}
