// The receiver's side of the writer thread. Requests that arrive while a batch is being committed form the next batch, so the size
// of a group tunes itself: one request when it is quiet, hundreds under load, and nobody waits for a timer.
import { MessageChannel, type Worker } from 'node:worker_threads';
import { AppError } from '#shared/errors/app-error.ts';
import type { ErrorCode } from '#shared/errors/error-codes.ts';
import { encodeBatch } from './batch-codec.ts';
import type { CapturedRequest, CaptureSink, RequestOutcome, ShotRecord } from './store.ts';
import type { ExperimentRow, WriterReply, WriterRequest } from './worker-messages.ts';
import { createWorkerEnd, startWorkerThread } from './worker-thread.ts';

/** How far the capture file has come. */
export interface WriterProgress {
  requests: number;
  deliveries: number;
  /** Last request that is decoded and listed. */
  derivedTo: number;
}

/** What happened to stored rows. */
export interface StoreChange extends WriterProgress {
  /** Rows that were already listed changed too. */
  olderChanged: boolean;
}

export interface StoreWriter extends CaptureSink {
  progress(): WriterProgress;
  /** Id that the newest appended request has, or gets with its commit if none before it fails. */
  newestRequestId(): number;
  /** Why the last commit failed; null while commits succeed. */
  failure(): string | null;
  insertReplay(targetUrl: string, request: string, startedAt: number): Promise<number>;
  insertShot(shot: ShotRecord): Promise<number>;
  upsertExperiment(row: ExperimentRow): Promise<number>;
  onChange(listener: (change: StoreChange) => void): void;
  /** Commits what was accepted, then closes the file. */
  close(): Promise<void>;
}

interface Waiting {
  request: CapturedRequest;
  resolve: (id: number) => void;
  reject: (error: AppError) => void;
}

/** A batch is cut at this many body bytes, so that one commit stays short. */
const BATCH_BYTES = 32_000_000;
const OUTCOME_DELAY_MS = 20;

/** Opens the capture file in the writer thread; throws `CAPTURE_UNUSABLE` when it cannot be opened. */
export async function startStoreWriter(options: {
  captureFile: string;
  version: string;
  /** Epoch milliseconds. */
  startedAt: number;
}): Promise<StoreWriter> {
  const { port1, port2 } = new MessageChannel();
  const writer = startWorkerThread(import.meta.url, 'writer-worker', { ...options, deriver: port1 }, [port1]);
  const ready = await openedBy(writer);
  const deriverData = { captureFile: options.captureFile, writer: port2 };
  const deriver = startWorkerThread(import.meta.url, 'deriver-worker', deriverData, [port2]);
  const endDeriver = createWorkerEnd(deriver);
  const exited = new Promise<void>((resolve) => writer.once('exit', () => resolve()));

  const send = (message: WriterRequest, transfer: ArrayBuffer[] = []): void => writer.postMessage(message, transfer);
  const progress = { requests: ready.lastRequestId, deliveries: ready.deliveries, derivedTo: ready.derivedTo };
  const parts = {
    batches: createBatches(ready.runId, progress, send),
    calls: createCalls(send),
    outcomes: createOutcomes(send),
  };
  const changes = createChanges(progress);
  const crash = watchCrashes({ writer, deriver }, parts, changes);
  writer.on('message', (reply: WriterReply) => receive(reply, parts, changes));

  return {
    append: parts.batches.append,
    recordOutcome: parts.outcomes.add,
    progress: () => ({ ...progress }),
    newestRequestId: () => progress.requests + parts.batches.waiting(),
    failure: () => crash() ?? parts.batches.failure(),
    insertReplay: (targetUrl, request, startedAt) =>
      parts.calls.start((call) => ({ type: 'replay', call, targetUrl, request, startedAt })),
    insertShot: (shot) => parts.calls.start((call) => ({ type: 'shot', call, shot })),
    upsertExperiment: (row) => parts.calls.start((call) => ({ type: 'experiment', call, row })),
    onChange: changes.onChange,
    async close() {
      await parts.batches.drained();
      parts.outcomes.flush();
      send({ type: 'close' });
      await exited;
      await endDeriver();
    },
  };
}

interface WriterParts {
  batches: ReturnType<typeof createBatches>;
  calls: ReturnType<typeof createCalls>;
  outcomes: ReturnType<typeof createOutcomes>;
}

function receive(reply: WriterReply, { batches, calls }: WriterParts, changes: ReturnType<typeof createChanges>): void {
  switch (reply.type) {
    case 'committed':
      return batches.committed();
    case 'batch-failed':
      return batches.failed(reply.message);
    case 'derived':
      return changes.derived(reply);
    case 'called':
    case 'call-failed':
      return calls.settle(reply);
    default:
      return undefined;
  }
}

/** Why a thread stopped, in words; null while both run. What waits for the writer is rejected. */
function watchCrashes(
  { writer, deriver }: { writer: Worker; deriver: Worker },
  { batches, calls }: WriterParts,
  changes: ReturnType<typeof createChanges>,
): () => string | null {
  let crash: string | null = null;
  writer.on('error', (error: Error) => {
    crash = `The writer stopped: ${error.message}. Start Hookloupe again.`;
    batches.crashed(crash);
    calls.crashed(crash);
  });
  deriver.on('error', (error: Error) => {
    crash = `Decoding stopped: ${error.message}. Requests are still stored; start Hookloupe again.`;
    changes.tell(false);
  });
  return () => crash;
}

function createChanges(progress: WriterProgress) {
  const listeners: ((change: StoreChange) => void)[] = [];
  const tell = (olderChanged: boolean): void => {
    for (const listener of listeners) listener({ ...progress, olderChanged });
  };
  return {
    tell,
    onChange: (listener: (change: StoreChange) => void) => void listeners.push(listener),
    derived({ deliveries, derivedTo, olderChanged }: Extract<WriterReply, { type: 'derived' }>): void {
      progress.deliveries = deliveries;
      progress.derivedTo = derivedTo;
      tell(olderChanged);
    },
  };
}

async function openedBy(writer: Worker): Promise<Extract<WriterReply, { type: 'ready' }>> {
  const reply = await firstReply(writer);
  if (reply.type === 'ready') return reply;
  await writer.terminate();
  if (reply.type !== 'failed-to-open') throw new AppError('CAPTURE_UNUSABLE', 'The capture file cannot be opened.');
  throw new AppError(reply.code as ErrorCode, reply.message);
}

function firstReply(worker: Worker): Promise<WriterReply> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

function createBatches(
  runId: number,
  progress: WriterProgress,
  send: (message: WriterRequest, transfer: ArrayBuffer[]) => void,
) {
  let queue: Waiting[] = [];
  let inFlight: Waiting[] = [];
  let failure: string | null = null;
  let crashed: string | null = null;
  let onDrained: (() => void) | null = null;
  let isScheduled = false;

  const flush = (): void => {
    isScheduled = false;
    if (inFlight.length > 0 || queue.length === 0) return;
    inFlight = takeBatch(queue);
    queue = queue.slice(inFlight.length);
    const bytes = encodeBatch(
      inFlight.map(({ request }) => request),
      runId,
    );
    send({ type: 'batch', firstId: progress.requests + 1, count: inFlight.length, bytes }, [bytes]);
  };
  const finish = (settle: (waiting: Waiting, index: number) => void): void => {
    const settled = inFlight;
    inFlight = [];
    flush();
    settled.forEach(settle);
    if (inFlight.length === 0 && queue.length === 0) onDrained?.();
  };
  const reject = (message: string) => (waiting: Waiting) =>
    waiting.reject(new AppError('STORE_UNAVAILABLE', `The request could not be stored: ${message}`));

  return {
    append: (request: CapturedRequest): Promise<number> =>
      new Promise((resolve, rejectAppend) => {
        const waiting = { request, resolve, reject: rejectAppend };
        if (crashed !== null) return reject(crashed)(waiting);
        queue.push(waiting);
        // Everything that the loop hands over in this turn shares the first batch.
        if (inFlight.length === 0 && !isScheduled) {
          isScheduled = true;
          setImmediate(flush);
        }
      }),
    committed(): void {
      failure = null;
      const firstId = progress.requests + 1;
      progress.requests += inFlight.length;
      finish((waiting, index) => waiting.resolve(firstId + index));
    },
    failed(message: string): void {
      failure = message;
      finish(reject(message));
    },
    crashed(message: string): void {
      crashed = message;
      inFlight = [...inFlight, ...queue];
      queue = [];
      finish(reject(message));
    },
    failure: () => failure,
    /** Requests that were appended and are not committed yet. */
    waiting: () => inFlight.length + queue.length,
    drained: (): Promise<void> =>
      new Promise((resolve) => {
        if (inFlight.length === 0 && queue.length === 0) return resolve();
        onDrained = resolve;
      }),
  };
}

function takeBatch(queue: readonly Waiting[]): Waiting[] {
  let bytes = 0;
  const end = queue.findIndex(({ request }) => (bytes += request.body.length) > BATCH_BYTES);
  return queue.slice(0, end === -1 ? queue.length : Math.max(1, end));
}

function createCalls(send: (message: WriterRequest) => void) {
  const waiting = new Map<number, { resolve: (id: number) => void; reject: (error: AppError) => void }>();
  let last = 0;
  let crash: string | null = null;
  const fail = (call: number, message: string): void =>
    waiting.get(call)?.reject(new AppError('STORE_UNAVAILABLE', `The capture file cannot be written: ${message}`));
  return {
    start: (toMessage: (call: number) => WriterRequest): Promise<number> =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        if (crash === null) send(toMessage(last));
        else fail(last, crash);
      }),
    settle(reply: Extract<WriterReply, { call: number }>): void {
      if (reply.type === 'called') waiting.get(reply.call)?.resolve(reply.id);
      else fail(reply.call, reply.message);
      waiting.delete(reply.call);
    },
    crashed(message: string): void {
      crash = message;
      for (const call of waiting.keys()) fail(call, message);
      waiting.clear();
    },
  };
}

/** Gathers ends of conversations for a moment: nobody waits for them. */
function createOutcomes(send: (message: WriterRequest) => void) {
  let rows: (number | null)[] = [];
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (rows.length === 0) return;
    send({ type: 'outcomes', rows });
    rows = [];
  };
  return {
    add(requestId: number, { answeredAtMs, peerClosedAtMs, released }: RequestOutcome): void {
      const release = released === undefined ? [null, null] : [1, released.status];
      rows.push(requestId, answeredAtMs ?? null, peerClosedAtMs ?? null, ...release);
      timer ??= setTimeout(flush, OUTCOME_DELAY_MS);
    },
    flush,
  };
}
