// The main thread's side of one reader thread: numbered calls, and a way out of a query that does not come back. Nobody may be kept
// waiting by somebody else's slow regular expression: such a thread is ended, and what else was asked of it is asked of a new one.
import type { Worker } from 'node:worker_threads';
import { AppError } from '#shared/errors/app-error.ts';
import type { ErrorCode } from '#shared/errors/error-codes.ts';
import type { ReaderQueries } from './reader-worker.ts';
import { readerSignals, type ReaderReply, type ReaderRequest } from './worker-messages.ts';
import { createWorkerEnd, startWorkerThread } from './worker-thread.ts';

type QueryName = keyof ReaderQueries;
type QueryArgs<N extends QueryName> = Parameters<ReaderQueries[N]>[1];

export interface StoreReader {
  /**
   * Runs a query; resolves with its answer as bytes (JSON, or a body). Rejects with the query's `AppError`; with `QUERY_CANCELLED` where
   * the signal says that nobody waits any more; with `QUERY_TOO_SLOW` after half a minute.
   */
  read<N extends QueryName>(query: N, args: QueryArgs<N>, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
  /** Rows that were already there have changed: remembered result sets are out of date. */
  olderChanged(): void;
  close(): Promise<void>;
}

interface Waiting {
  request: ReaderRequest;
  /** Nobody waits for it any more. */
  isGivenUp: boolean;
  resolve: (bytes: Uint8Array<ArrayBuffer>) => void;
  reject: (error: Error) => void;
}

/** How long a query may run that nobody waits for any more, and one that somebody does. */
const GIVEN_UP_MS = 1_500;
const LIMIT_MS = 30_000;
const WATCH_MS = 250;

export function startStoreReader(captureFile: string): StoreReader {
  const signals = new SharedArrayBuffer(readerSignals.sizeBytes);
  const shared = new Int32Array(signals);
  /** In the order asked, which is the order of answers: the first is the one that runs. */
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let isClosed = false;
  let endWorker: () => Promise<void>;
  let worker = start();

  function start(): Worker {
    const started = startWorkerThread(import.meta.url, 'reader-worker', { captureFile, signals });
    endWorker = createWorkerEnd(started);
    let hasAnswered = false;
    started.on('message', (reply: ReaderReply) => {
      hasAnswered = true;
      if (started === worker) settle(waiting, reply);
    });
    started.on('error', (cause: Error) => {
      if (started !== worker) return;
      rejectAll(waiting, new AppError('INTERNAL', 'A query could not be finished. Try it again.', { cause }));
      // A reader that never got as far as an answer would fail for ever.
      if (!isClosed && hasAnswered) worker = start();
    });
    return started;
  }

  /** Ends the thread with the query that keeps it; what waits behind is asked again. */
  const replace = (call: number, error: AppError): void => {
    waiting.get(call)?.reject(error);
    waiting.delete(call);
    void endWorker();
    worker = start();
    for (const { request } of waiting.values()) worker.postMessage(request);
  };
  const watch = createWatch(waiting, replace);

  return {
    read: (query, args, signal) =>
      new Promise((resolve, reject) => {
        const call = (last += 1);
        const entry: Waiting = { request: { call, query, args }, isGivenUp: false, resolve, reject };
        waiting.set(call, entry);
        worker.postMessage(entry.request);
        watch.begin();
        const giveUp = (): void => {
          entry.isGivenUp = true;
          Atomics.store(shared, readerSignals.cancelSlot(call), call);
        };
        if (signal?.aborted === true) giveUp();
        else signal?.addEventListener('abort', giveUp, { once: true });
      }),
    olderChanged: () => void Atomics.add(shared, readerSignals.olderChanges, 1),
    async close() {
      isClosed = true;
      watch.end();
      await endWorker();
      rejectAll(waiting, new AppError('QUERY_CANCELLED', 'Hookloupe is closing.'));
    },
  };
}

/** Looks now and then, while something is asked, whether the query that runs has run too long. */
function createWatch(waiting: ReadonlyMap<number, Waiting>, replace: (call: number, error: AppError) => void) {
  let timer: NodeJS.Timeout | null = null;
  let running = 0;
  let since = 0;
  const end = (): void => {
    if (timer !== null) clearInterval(timer);
    timer = null;
  };
  const look = (): void => {
    const [first] = waiting;
    if (first === undefined) return end();
    const [call, { isGivenUp }] = first;
    if (call !== running) [running, since] = [call, performance.now()];
    if (performance.now() - since < (isGivenUp ? GIVEN_UP_MS : LIMIT_MS)) return;
    replace(call, isGivenUp ? givenUp() : tooSlow());
  };
  return {
    end,
    begin() {
      timer ??= setInterval(look, WATCH_MS);
    },
  };
}

const givenUp = (): AppError => new AppError('QUERY_CANCELLED', 'The query was given up.');
const tooSlow = (): AppError =>
  new AppError('QUERY_TOO_SLOW', 'The query took too long and was ended. Narrow the filter, or simplify its pattern.');

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
