import type { z } from 'zod';
import type { CallName, CallOutput, Contract } from '#shared/protocol/contract.ts';

/** What a handler gets: everything validated against the contract. */
export interface CallArguments<N extends CallName> {
  params: z.output<Contract[N]['params']>;
  query: z.output<Contract[N]['query']>;
  body: z.output<Contract[N]['body']>;
  /** Aborted when the caller has gone: nobody waits for the answer any more. */
  signal: AbortSignal;
}

/** Bytes that are already JSON, written by a reader thread. */
export interface JsonBytes {
  json: Uint8Array;
}

/** An answer that is not JSON. */
export interface RawAnswer {
  contentType: string;
  fileName: string;
  content: Uint8Array | AsyncIterable<string>;
}

/** One engine operation per call of the contract. */
export type CallHandlers = {
  [N in CallName]: (
    args: CallArguments<N>,
  ) => Promise<JsonBytes | (CallOutput<N> extends null ? RawAnswer : CallOutput<N>)>;
};
