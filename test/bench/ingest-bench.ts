import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createBodies } from './bodies.ts';
import { loadGenerator, runLoad } from './load.ts';
import { startBareServer, startHookloupe } from './server-process.ts';
import { median, medianAndRange } from './statistics.ts';

const CONNECTIONS = [1, 50, 200];

interface Round {
  bare: number;
  durable: number;
  p99Ms: number;
}

/** Durable ingest as a ratio to bare Fastify: both servers run all the time and take turns under the same load. */
export async function benchIngest(options: { rounds: number; seconds: number }): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hookloupe-bench-'));
  const bodies = createBodies(200);
  const bare = await startBareServer();
  const durable = await startHookloupe(path.join(folder, 'capture.hookloupe'));
  const lines: string[] = [];
  try {
    await runLoad(bare.port, 50, 1, bodies);
    await runLoad(durable.port, 50, 1, bodies);
    await durable.settled();
    for (const connections of CONNECTIONS) {
      const rounds: Round[] = [];
      for (let i = 0; i < options.rounds; i += 1) {
        const floor = await runLoad(bare.port, connections, options.seconds, bodies);
        const ours = await runLoad(durable.port, connections, options.seconds, bodies);
        // What is derived behind the ingest must not cost the next round of the other.
        await durable.settled();
        rounds.push({ bare: floor.requestsPerSecond, durable: ours.requestsPerSecond, p99Ms: ours.p99Ms });
      }
      lines.push(toRow(connections, rounds));
      process.stderr.write(`${lines.at(-1)}\n`);
    }
  } finally {
    await Promise.all([bare.stop(), durable.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
  return [
    `Load by ${loadGenerator}, ${options.rounds} interleaved rounds of ${options.seconds} s each, bodies of about 1 KB of all kinds.`,
    '',
    '| connections | ratio to bare Fastify, median (range) | bare, requests/s | durable, requests/s | durable p99, ms |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}

function toRow(connections: number, rounds: readonly Round[]): string {
  const ratios = rounds.map(({ bare, durable }) => durable / bare);
  const cells = [
    connections,
    medianAndRange(ratios),
    Math.round(median(rounds.map(({ bare }) => bare))),
    Math.round(median(rounds.map(({ durable }) => durable))),
    median(rounds.map(({ p99Ms }) => p99Ms)).toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}
