/** What a command knows of the process around it. */
export interface CommandContext {
  /** One line on standard output. */
  print: (line: string) => void;
  /** One line on standard error. */
  warn: (line: string) => void;
  /** Fires on the first SIGINT or SIGTERM: end in order. */
  signal: AbortSignal;
}

/** Exit codes of the public contract. */
export const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
