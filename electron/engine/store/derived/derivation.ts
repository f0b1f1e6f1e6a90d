// Decides when the writer thread stores what is not evidence: outcomes and derived rows. It takes a turn when no batch came in for a
// moment, so that nobody waits for it, and now and then under a flood, so that the list keeps moving.
import type { MessagePort } from 'node:worker_threads';
import type { DerivedWriter } from './derived-writer.ts';
import type { DeriverReply, DeriverRequest, WriterReply } from '../worker-messages.ts';

export interface Derivation {
  /** Evidence up to this request is committed. */
  batchStored(lastRequestId: number): void;
  /** Something else to store when it is quiet; tried again until it succeeds. */
  addOutcomes(write: () => void): void;
  close(): void;
}

/** No batch for this long counts as quiet. */
const QUIET_MS = 3;
/** Under a flood a turn is taken at least this often. */
const FLOOD_TURN_MS = 250;
/** Deliveries stored in one turn: a batch that arrives meanwhile waits for these at most. */
const ROWS_PER_TURN = 250;
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
  let lastBatchAt = 0;
  let lastTurnAt = 0;
  let timer: NodeJS.Timeout | null = null;

  const takeTurn = (): void => {
    timer = null;
    const now = performance.now();
    if (now - lastBatchAt >= QUIET_MS || now - lastTurnAt >= FLOOD_TURN_MS) {
      lastTurnAt = now;
      store();
    }
    if (backlog.isReady() || outcomes.length > 0) schedule();
  };
  const schedule = (): void => {
    timer ??= setTimeout(takeTurn, Math.max(0, QUIET_MS - (performance.now() - lastBatchAt)));
  };
  const store = (): void => {
    try {
      const answered = storeAll(outcomes);
      const olderChanged = backlog.store() || answered;
      tell({ type: 'derived', deliveries: writer.deliveryCount(), derivedTo: backlog.derivedTo(), olderChanged });
    } catch (error) {
      // The evidence is safe; the same rows are tried again on the next turn.
      tell({ type: 'derive-failed', message: error instanceof Error ? error.message : String(error) });
    }
  };
  backlog.onReady(schedule);

  return {
    batchStored(lastRequestId) {
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
    derivedTo: () => progress.requestId,
    onReady(listener: () => void) {
      tellReady = listener;
    },
    grow(lastRequestId: number) {
      lastStored = lastRequestId;
      readAhead();
    },
    /** Stores the next rows; whether rows that were there before changed. */
    store(): boolean {
      const chunk = chunks[0];
      if (chunk === undefined) return false;
      const upTo = progress.partial + ROWS_PER_TURN;
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
