/** The two clocks a request is stamped with. */
export interface Clock {
  /** Epoch milliseconds, for display and for comparing with event_ts. */
  wallMs(): number;
  /** Milliseconds since the process started; never steps, for gaps and limits. */
  monoMs(): number;
}

export const systemClock: Clock = { wallMs: () => Date.now(), monoMs: () => performance.now() };
