// Decides when the writer thread stores what is not evidence: outcomes and derived rows. In short turns as long as requests come at a
// pace that leaves room for it; under a flood only now and then, so that the list keeps moving while every core is left to ingest.
import type { MessagePort } from 'node:worker_threads';
import type { DerivedWriter } from './derived-writer.ts';
import type { DeriverReply, DeriverRequest, WriterReply } from '../worker-messages.ts';

export interface Derivation {
  /** Evidence up to this request is committed; `count` requests of it just now. */
  batchStored(lastRequestId: number, count: number): void;
  /** Something else to store when it is quiet; tried again until it succeeds. */
  addOutcomes(write: () => void): void;
  close(): void;
}

/** Requests a second that had to share a commit with others, from where on it is a flood: they were waiting for this thread. */
const FLOOD_RATE = 1_000;
/** Time over which the rate is measured. */
const RATE_WINDOW_MS = 250;
/** Under a flood a turn is taken this often. */
const FLOOD_TURN_MS = 250;
/** Pause before a turn otherwise, so that what arrives together is stored together. */
const TURN_MS = 20;
/** Pause between turns while more rows wait than one turn takes: batches that wait go first. */
const BACKLOG_TURN_MS = 1;
/** Deliveries stored in one turn: a batch that arrives meanwhile waits for these at most. */
const ROWS_PER_TURN = 64;
/** The same once no batch has come for a while. */
const ROWS_PER_QUIET_TURN = 512;
const QUIET_MS = 200;
/** Decoded chunks kept ready, so that decoding and storing overlap. */
const CHUNKS_AHEAD = 2;

export function createDerivation(
  writer: DerivedWriter,
  deriver: MessagePort,
  tell: (reply: WriterReply) => void,
  storedAtStart: number,
): Derivation {
  const backlog = createBacklog(writer, deriver, storedAtStart);
  const outcomes: (() => void)[] = [];
  const rate = createRate();
  let lastBatchAt = -Infinity;
  let timer: NodeJS.Timeout | null = null;

  const takeTurn = (): void => {
    timer = null;
    store();
    if (backlog.isReady() || outcomes.length > 0) schedule();
  };
  const pauseMs = (): number => {
    if (rate.perSecond() > FLOOD_RATE) return FLOOD_TURN_MS;
    return backlog.isLong() ? BACKLOG_TURN_MS : TURN_MS;
  };
  const schedule = (): void => {
    timer ??= setTimeout(takeTurn, pauseMs());
  };
  const store = (): void => {
    try {
      const answered = storeAll(outcomes);
      const isQuiet = performance.now() - lastBatchAt > QUIET_MS;
      const olderChanged = backlog.store(isQuiet ? ROWS_PER_QUIET_TURN : ROWS_PER_TURN) || answered;
      tell({ type: 'derived', deliveries: writer.deliveryCount(), derivedTo: backlog.derivedTo(), olderChanged });
    } catch (error) {
      // The evidence is safe; the same rows are tried again on the next turn.
      tell({ type: 'derive-failed', message: error instanceof Error ? error.message : String(error) });
    }
  };
  backlog.onReady(schedule);

  return {
    batchStored(lastRequestId, count) {
      rate.add(count - 1);
      lastBatchAt = performance.now();
      backlog.grow(lastRequestId);
      if (backlog.isReady()) schedule();
    },
    addOutcomes(write) {
      outcomes.push(write);
      schedule();
    },
    close() {
      if (timer !== null) clearTimeout(timer);
      store();
      deriver.close();
    },
  };
}

/** Requests a second, forgetting the past exponentially. */
function createRate() {
  let count = 0;
  let at = performance.now();
  const decay = (): void => {
    const now = performance.now();
    count *= Math.exp((at - now) / RATE_WINDOW_MS);
    at = now;
  };
  return {
    add(requests: number): void {
      decay();
      count += requests;
    },
    perSecond(): number {
      decay();
      return (count * 1000) / RATE_WINDOW_MS;
    },
  };
}

/** Runs and drops each; what throws stays, with all behind it. */
function storeAll(outcomes: (() => void)[]): boolean {
  const isAny = outcomes.length > 0;
  for (let write = outcomes[0]; write !== undefined; write = outcomes[0]) {
    write();
    outcomes.shift();
  }
  return isAny;
}

/** Requests that are stored but not yet derived; the deriver thread decodes them a few chunks ahead. */
function createBacklog(writer: DerivedWriter, deriver: MessagePort, storedAtStart: number) {
  const chunks: DeriverReply[] = [];
  let lastStored = storedAtStart;
  let progress = writer.progress();
  let readTo = progress.requestId;
  let isReading = false;
  let tellReady = (): void => undefined;

  const readAhead = (): void => {
    if (isReading || chunks.length >= CHUNKS_AHEAD || readTo >= lastStored) return;
    isReading = true;
    deriver.postMessage({ type: 'read', afterRequestId: readTo } satisfies DeriverRequest);
  };
  deriver.on('message', (reply: DeriverReply) => {
    isReading = false;
    readTo = reply.throughRequestId;
    chunks.push(reply);
    readAhead();
    tellReady();
  });
  readAhead();

  return {
    isReady: () => chunks.length > 0,
    isLong: () => (chunks[0]?.deliveries.length ?? 0) - progress.partial > ROWS_PER_TURN || chunks.length > 1,
    derivedTo: () => progress.requestId,
    onReady(listener: () => void) {
      tellReady = listener;
    },
    grow(lastRequestId: number) {
      lastStored = lastRequestId;
      readAhead();
    },
    /** Stores the next rows, so many at most; whether rows that were there before changed. */
    store(rows: number): boolean {
      const chunk = chunks[0];
      if (chunk === undefined) return false;
      const upTo = progress.partial + rows;
      const isLast = upTo >= chunk.deliveries.length;
      const reached = isLast
        ? { requestId: chunk.throughRequestId, partial: 0 }
        : { requestId: progress.requestId, partial: upTo };
      const { olderChanged } = writer.apply(chunk.deliveries.slice(progress.partial, upTo), reached);
      progress = reached;
      if (isLast) chunks.shift();
      readAhead();
      return olderChanged;
    },
  };
}
