import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectRaw } from '#test/support/raw-exchange.ts';
import { startReceiver, type ReceiverUnderTest } from '#test/support/receiver-under-test.ts';

let under: ReceiverUnderTest;
beforeAll(async () => {
  under = await startReceiver();
});
afterAll(() => under.close());

const headed = (body: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`), body]);
const body = fc.uint8Array({ maxLength: 300 });

describe('any bytes', () => {
  it('that make a request are stored equal, however they are cut into packets', async () => {
    await fc.assert(
      fc.asyncProperty(body, fc.array(fc.nat(400), { maxLength: 6 }), async (bytes, cuts) => {
        const connection = await connectRaw(under.receiver.port);
        connection.socket.setNoDelay(true);
        const before = under.sink.requests.length;
        const request = headed(bytes);
        const ends = [...cuts.filter((cut) => cut < request.length), request.length].toSorted((a, b) => a - b);
        for (const [i, end] of ends.entries()) {
          connection.write(request.subarray(ends[i - 1] ?? 0, end));
          await nextTurn();
        }
        expect((await connection.answers(1)).statuses).toEqual([200]);
        connection.socket.destroy();
        expect(under.sink.requests.length - before).toBe(1);
        expect(Buffer.from(under.sink.requests.at(-1)!.body)).toEqual(Buffer.from(bytes));
      }),
      { numRuns: 60 },
    );
  });

  it('that are damaged get one record each, an answer that was meant or none, and never stop the receiver', async () => {
    const damage = fc.tuple(fc.nat(60), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(body, fc.array(damage, { minLength: 1, maxLength: 4 }), async (bytes, damages) => {
        const before = under.sink.requests.length;
        const request = headed(bytes);
        for (const [at, value] of damages) request[at] = value;
        const connection = await connectRaw(under.receiver.port);
        connection.socket.end(request);
        const { statuses } = await connection.closed();
        await expect.poll(() => under.receiver.inFlight()).toBe(0);
        expect(statuses.filter((status) => status !== 200)).toEqual([]);
        expect(under.sink.requests.length - before).toBeGreaterThanOrEqual(Math.max(1, statuses.length));
      }),
      { numRuns: 150 },
    );
  });
});
