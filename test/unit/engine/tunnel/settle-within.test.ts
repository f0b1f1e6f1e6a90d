import { describe, expect, it } from 'vitest';
import { settleWithin, TimeLimitError } from '#engine/tunnel/settle-within.ts';

describe('waiting with a limit', () => {
  it('gives the value or the failure that comes in time', async () => {
    await expect(settleWithin(Promise.resolve('value'), 60_000)).resolves.toBe('value');
    await expect(settleWithin(Promise.reject(new Error('failure')), 60_000)).rejects.toThrow('failure');
  });

  it('gives up at the limit, and drops what comes later', async () => {
    const { promise, reject } = Promise.withResolvers<string>();
    await expect(settleWithin(promise, 1)).rejects.toThrow(TimeLimitError);
    reject(new Error('late'));
  });
});
