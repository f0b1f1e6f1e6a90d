/** Bounds of one send. */
export interface SendLimits {
  connectMs: number;
  /** From the start to the end of the answer. */
  totalMs: number;
  /** Bytes of the answer that are kept. */
  storedBytes: number;
  /** Bytes of the answer that are read before the connection is cut. */
  readBytes: number;
}

export const defaultSendLimits: SendLimits = {
  connectMs: 10_000,
  totalMs: 60_000,
  storedBytes: 64 * 1024,
  readBytes: 10 * 1024 * 1024,
};
