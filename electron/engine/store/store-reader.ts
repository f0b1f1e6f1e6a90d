// The main thread's side of one reader thread: numbered calls, and a way to give up a scan that nobody waits for any more.
import type { Worker } from 'node:worker_threads';
import { AppError } from '#shared/errors/app-error.ts';
import type { ErrorCode } from '#shared/errors/error-codes.ts';
import type { ReaderQueries } from './reader-worker.ts';
import { readerSignals, type ReaderReply, type ReaderRequest } from './worker-messages.ts';
import { startWorkerThread } from './worker-thread.ts';

type QueryName = keyof ReaderQueries;
type QueryArgs<N extends QueryName> = Parameters<ReaderQueries[N]>[1];

export interface StoreReader {
  /**
   * Runs a query; resolves with its answer as bytes (JSON, or a body). Rejects with the query's `AppError`, with `QUERY_CANCELLED`
   * where the signal says that nobody waits any more: a long scan is then given up.
   */
  read<N extends QueryName>(query: N, args: QueryArgs<N>, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
  /** Rows that were already there have changed: remembered result sets are out of date. */
  olderChanged(): void;
  close(): Promise<void>;
}

interface Waiting {
  resolve: (bytes: Uint8Array<ArrayBuffer>) => void;
  reject: (error: Error) => void;
}

export function startStoreReader(captureFile: string): StoreReader {
  const signals = new SharedArrayBuffer(readerSignals.sizeBytes);
  const shared = new Int32Array(signals);
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let isClosed = false;
  let worker = start();

  function start(): Worker {
    const started = startWorkerThread(import.meta.url, 'reader-worker', { captureFile, signals });
    let hasAnswered = false;
    started.on('message', (reply: ReaderReply) => {
      hasAnswered = true;
      settle(waiting, reply);
    });
    started.on('error', (cause: Error) => {
      rejectAll(waiting, new AppError('INTERNAL', 'A query could not be finished. Try it again.', { cause }));
      // A reader that never got as far as an answer would fail for ever.
      if (!isClosed && hasAnswered) worker = start();
    });
    return started;
  }

  return {
    read: (query, args, signal) =>
      new Promise((resolve, reject) => {
        const call = (last += 1);
        waiting.set(call, { resolve, reject });
        worker.postMessage({ call, query, args } satisfies ReaderRequest);
        signal?.addEventListener('abort', () => Atomics.store(shared, readerSignals.cancelSlot(call), call), {
          once: true,
        });
      }),
    olderChanged: () => void Atomics.add(shared, readerSignals.olderChanges, 1),
    async close() {
      isClosed = true;
      await worker.terminate();
      rejectAll(waiting, new AppError('QUERY_CANCELLED', 'Hookloupe is closing.'));
    },
  };
}

function settle(waiting: Map<number, Waiting>, reply: ReaderReply): void {
  const caller = waiting.get(reply.call);
  waiting.delete(reply.call);
  if ('bytes' in reply) caller?.resolve(reply.bytes);
  else caller?.reject(toAppError(reply));
}

/** A bug's own words are for the log. */
function toAppError({ code, message, details }: Extract<ReaderReply, { code: string }>): AppError {
  if (code !== 'INTERNAL') return new AppError(code as ErrorCode, message, { details });
  return new AppError('INTERNAL', 'Hookloupe made a mistake; its log has the details.', { cause: new Error(message) });
}

function rejectAll(waiting: Map<number, Waiting>, error: AppError): void {
  for (const { reject } of waiting.values()) reject(error);
  waiting.clear();
}
