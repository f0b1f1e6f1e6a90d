import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Agent, request } from 'undici';
import { startServeProcess } from '#test/support/serve-process.ts';
import { startTestEngine } from '#test/support/test-engine.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';

const folder = useTempFolder();
const CYCLES = 20;
const CONNECTIONS = 16;
const KILL_AFTER_ACKNOWLEDGED = 150;

/** Bytes that are valid nowhere, so that a copy through text would show. */
function bodyOf(cycle: number, n: number): Buffer {
  const head = Buffer.from(`{"event_id":"${cycle}-${n}","event_name":"kill.test","payload":{}}`);
  return Buffer.concat([head, Buffer.from([0, 0xff, 0xfe, n & 0xff, 0x0a]), Buffer.alloc(n % 3000, n & 0xff)]);
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Posts on many connections until the process is gone; remembers what was acknowledged. */
async function postUntilKilled(url: string, cycle: number, onAcknowledged: (body: Buffer) => void): Promise<void> {
  const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 });
  let n = 0;
  const drive = async (): Promise<void> => {
    for (;;) {
      const body = bodyOf(cycle, (n += 1));
      try {
        const { statusCode, body: answer } = await request(url, { method: 'POST', body, dispatcher: agent });
        await answer.dump();
        if (statusCode === 200) onAcknowledged(body);
      } catch {
        return; // the process was killed, which is the point
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, drive));
  await agent.close();
}

describe('what was acknowledged', () => {
  it(`is there, byte for byte, after ${CYCLES} kills under load`, { timeout: 240_000 }, async () => {
    const file = folder.path('killed.hookloupe');
    const acknowledged = new Map<string, number>();
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      const serve = await startServeProcess(file);
      let count = 0;
      let killed: Promise<unknown> = Promise.resolve();
      await postUntilKilled(serve.receiverUrl, cycle, (body) => {
        const digest = sha256(body);
        acknowledged.set(digest, (acknowledged.get(digest) ?? 0) + 1);
        count += 1;
        if (count === KILL_AFTER_ACKNOWLEDGED) killed = serve.end('SIGKILL');
      });
      await killed;
    }
    const engine = await startTestEngine(file);
    const { store } = await engine.call('status.read');
    const stored = new Map<string, number>();
    for (let id = 1; id <= store.requests; id += 1) {
      const response = await engine.fetch(`/api/v1/requests/${id}/body`);
      const digest = sha256(new Uint8Array(await response.arrayBuffer()));
      stored.set(digest, (stored.get(digest) ?? 0) + 1);
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(CYCLES * KILL_AFTER_ACKNOWLEDGED);
    const lost = [...acknowledged].filter(([digest, times]) => (stored.get(digest) ?? 0) < times);
    expect(lost).toEqual([]);
    await engine.listed(store.requests);
    expect((await engine.call('facets.read')).total).toBe(store.requests);
  });
});
