import { describe, expect, it } from 'vitest';
import { createHeldRequests } from '#engine/answering/held-requests.ts';

function start() {
  let changes = 0;
  const held = createHeldRequests(() => (changes += 1));
  const released: [number, number | null][] = [];
  const add = (requestId: number, isThere = true): (() => void) => {
    const leave = held.add({
      requestId,
      sinceMs: requestId,
      untilMs: null,
      release(status) {
        if (!isThere) return false;
        released.push([requestId, status]);
        leave();
        return true;
      },
    });
    return leave;
  };
  return { held, add, released, changes: () => changes };
}

describe('requests that are held', () => {
  it('are listed oldest first until they leave', () => {
    const { held, add, changes } = start();
    const leave = add(1);
    add(2);
    add(3);
    expect(held.oldest(2).map(({ requestId }) => requestId)).toEqual([1, 2]);
    leave();
    leave();
    expect([held.count(), held.oldest(9).map(({ requestId }) => requestId)]).toEqual([2, [2, 3]]);
    expect(changes()).toBe(4);
  });

  it('are let go one by one or all, each once, and those are counted whose senders are still there', () => {
    const { held, add, released } = start();
    for (const id of [1, 2, 3, 4]) add(id, id !== 4);
    expect(held.release([2, 2, 99], 200)).toBe(1);
    expect(held.release(null, null)).toBe(2);
    expect(released).toEqual([
      [2, 200],
      [1, null],
      [3, null],
    ]);
    expect(held.release(null, 500)).toBe(0);
  });
});
