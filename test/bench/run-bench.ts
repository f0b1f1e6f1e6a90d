// `npm run bench`: ratios measured in one interleaved run, and what reading costs at 10,000 and 1,000,000 deliveries. Prints them and
// writes docs/benchmarks.md. `npm run bench -- --quick` is for a look while working and writes nothing.
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { benchIngest } from './ingest-bench.ts';
import { benchReads } from './read-bench.ts';

const isQuick = process.argv.includes('--quick');
const ingest = await benchIngest(isQuick ? { rounds: 2, seconds: 2 } : { rounds: 4, seconds: 4 });
const reads: string[] = [];
for (const deliveries of isQuick ? [10_000] : [10_000, 1_000_000]) reads.push(await benchReads(deliveries));

const machine = `${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown CPU'}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
const report = `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}; ${machine}. The machine also runs the load generator.
Absolute figures belong to this machine; the ratios travel.

## Durable ingest against bare Fastify

*Bare* reads the body into a Buffer and answers 200. *Durable* is \`hookloupe serve\`: every request is committed with an fsync before it
is answered. Both run all the time and take turns.

${ingest}

## Reading

From the call in the engine to the finished JSON, thread hop included.

${reads.join('\n\n')}
`;
process.stdout.write(report);
if (!isQuick) writeFileSync(path.resolve(import.meta.dirname, '../../docs/benchmarks.md'), report);
