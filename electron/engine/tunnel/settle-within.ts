/** Why `settleWithin` gave up on a promise. */
export class TimeLimitError extends Error {
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`No answer within ${limitMs / 1000} s.`);
    this.name = 'TimeLimitError';
    this.limitMs = limitMs;
  }
}

/** The outcome of `promise`, or a rejection with `TimeLimitError` after `limitMs`; what comes later is dropped. */
export async function settleWithin<T>(promise: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeLimitError(limitMs)), limitMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
