// A closed-loop load: N connections, each sends the next request when its answer is there. wrk where it is installed, because it takes
// the least from the two servers it shares the machine with; else sockets of our own.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

const HAS_WRK = spawnSync('wrk', ['--version'], { stdio: 'ignore' }).error === undefined;
export const loadGenerator = HAS_WRK ? 'wrk' : 'sockets of the bench itself';

export interface LoadResult {
  requestsPerSecond: number;
  p99Ms: number;
}

/** Posts one of `bodies` after the other for `seconds`. */
export async function runLoad(
  port: number,
  connections: number,
  seconds: number,
  bodies: readonly string[],
): Promise<LoadResult> {
  return HAS_WRK ? runWrk(port, connections, seconds, bodies) : runSockets(port, connections, seconds, bodies);
}

async function runWrk(
  port: number,
  connections: number,
  seconds: number,
  bodies: readonly string[],
): Promise<LoadResult> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hookloupe-bench-'));
  const script = path.join(folder, 'post.lua');
  const list = bodies.map((body) => `[==[${body}]==]`).join(',\n');
  writeFileSync(
    script,
    `local bodies = {${list}}\nlocal i = 0\nwrk.method = "POST"\nwrk.headers["Content-Type"] = "application/json"
function request() i = i % #bodies + 1; return wrk.format(nil, "/push", nil, bodies[i]) end\n`,
  );
  try {
    const args = [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '--latency',
      '-s',
      script,
      `http://127.0.0.1:${port}/push`,
    ];
    const output = await collect('wrk', args);
    const rate = /Requests\/sec:\s+([\d.]+)/.exec(output)?.[1];
    const [, value, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(output) ?? [];
    if (rate === undefined || /Non-2xx/.test(output)) throw new Error(`wrk failed:\n${output}`);
    const scale = { us: 0.001, ms: 1, s: 1000 }[unit ?? 'ms'] ?? 1;
    return { requestsPerSecond: Number(rate), p99Ms: Number(value) * scale };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function collect(command: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });
}

async function runSockets(
  port: number,
  connections: number,
  seconds: number,
  bodies: readonly string[],
): Promise<LoadResult> {
  const requests = bodies.map((body) =>
    Buffer.from(
      `POST /push HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    ),
  );
  const latencies: number[] = [];
  const endsAt = performance.now() + seconds * 1000;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: connections }, (_, i) => driveSocket({ port, requests, first: i, endsAt, latencies })),
  );
  const elapsed = (performance.now() - startedAt) / 1000;
  latencies.sort((a, b) => a - b);
  return {
    requestsPerSecond: latencies.length / elapsed,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
  };
}

function driveSocket(options: {
  port: number;
  requests: readonly Buffer[];
  first: number;
  endsAt: number;
  latencies: number[];
}): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: '127.0.0.1', port: options.port, noDelay: true });
    let next = options.first;
    let sentAt = 0;
    const send = (): void => {
      sentAt = performance.now();
      socket.write(options.requests[(next += 1) % options.requests.length] ?? '');
    };
    socket.on('connect', send);
    socket.on('data', () => {
      const now = performance.now();
      options.latencies.push(now - sentAt);
      if (now < options.endsAt) send();
      else socket.end();
    });
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
}
