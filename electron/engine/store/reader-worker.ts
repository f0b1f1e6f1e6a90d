// A thread that reads: one read-only connection, one query at a time. Answers leave as finished bytes, because a stranger's JSON may
// be nested deeper than a message between threads can carry.
import { parentPort, workerData } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { AppError } from '#shared/errors/app-error.ts';
import type { AnswerPreviewRequest } from '#shared/protocol/answer-calls.ts';
import type { DiffRequest } from '#shared/protocol/diff.ts';
import type { BodyQuery, DeliveryQuery, FilterQuery } from '#shared/protocol/query.ts';
import { registerFilterFunctions } from './filter/filter-sql.ts';
import { openForReading } from './open-database.ts';
import { readAnswerPreview } from './queries/answers/answer-preview.ts';
import { readFirstEnvelopes } from './queries/answers/first-envelopes.ts';
import { readStoredAttempts, type StoredAttemptsQuery } from './queries/answers/stored-attempts.ts';
import { readBody, readBodyCoding, readBodyView } from './queries/bytes/request-body.ts';
import { readCredentials } from './queries/credentials.ts';
import { readDeliveriesPage } from './queries/deliveries-page.ts';
import { readDeliveryDetail } from './queries/delivery-detail.ts';
import { readDeliveryDiff } from './queries/delivery-diff.ts';
import { readDeliveryRows, toDeliveryItem } from './queries/delivery-rows.ts';
import { readEventChain } from './queries/event-chain.ts';
import { readObservedExperiment } from './queries/experiments/experiment-observations.ts';
import { readExperiment, readExperiments } from './queries/experiments/experiment-records.ts';
import { readExportPage } from './queries/export-page.ts';
import { readFacets } from './queries/facets.ts';
import { readHistogram } from './queries/histogram.ts';
import type { QueryContext } from './queries/query-context.ts';
import { readForReplay, selectForReplay } from './queries/replay-selection.ts';
import { readRequestRecord, type RecordQuery } from './queries/request-record.ts';
import { createResultSets, type ResultSets } from './queries/result-sets.ts';
import { readCaptureFacts } from './queries/capture-facts.ts';
import { readValueSuggestions } from './queries/value-suggestions.ts';
import type { ObservationQuery, ReplaySelection } from './store.ts';
import { LOADED, readerSignals, type ReaderReply, type ReaderRequest } from './worker-messages.ts';

/** What the main thread starts this worker with. */
export interface ReaderWorkerData {
  captureFile: string;
  /** See `readerSignals`. */
  signals: SharedArrayBuffer;
}

interface Reading {
  db: Database;
  context: QueryContext;
  sets: ResultSets;
}

/** Every query by name. Arguments were validated by the caller against the contract. */
export const readerQueries = {
  page: ({ context, sets }, query: DeliveryQuery) => readDeliveriesPage(context, sets, query),
  rows: ({ db }, { after, through }: { after: number; through: number }) =>
    readDeliveryRows(
      db,
      Array.from({ length: Math.max(0, through - after) }, (_, i) => after + 1 + i),
    ).map(toDeliveryItem),
  delivery: ({ db }, query: RecordQuery) => readDeliveryDetail(db, query),
  request: ({ db }, query: RecordQuery) => readRequestRecord(db, query),
  body: ({ db }, id: number) => readBody(db, id),
  bodyCoding: ({ db }, id: number) => readBodyCoding(db, id),
  bodyView: ({ db }, query: BodyQuery & { id: number }) => readBodyView(db, query),
  chain: ({ db }, eventId: string) => readEventChain(db, eventId),
  facets: ({ context, sets }, query: FilterQuery) => readFacets(context, sets, query),
  histogram: ({ context }, query: FilterQuery & { buckets: number }) => readHistogram(context, query, query.buckets),
  values: ({ context }, args: { key: string; prefix: string }) => readValueSuggestions(context, args.key, args.prefix),
  diff: ({ db }, request: DiffRequest) => readDeliveryDiff(db, request),
  replaySelection: ({ context }, selection: ReplaySelection) => selectForReplay(context, selection),
  replayHead: ({ db }, deliveryId: number) => ({ ...readForReplay(db, deliveryId), body: null }),
  exportPage: ({ context }, query: FilterQuery & { afterId: number }) => readExportPage(context, query, query.afterId),
  credentials: ({ db }) => readCredentials(db),
  answerPreview: ({ context }, request: AnswerPreviewRequest) => readAnswerPreview(context, request),
  storedAttempts: ({ db }, query: StoredAttemptsQuery) => readStoredAttempts(db, query),
  firstEnvelopes: ({ db }, requestIds: readonly number[]) => readFirstEnvelopes(db, requestIds),
  experiments: ({ db }) => readExperiments(db),
  experiment: ({ db }, id: number) => readExperiment(db, id),
  observedExperiment: ({ db, context }, query: ObservationQuery) => readObservedExperiment(db, query, context.nowMs()),
  facts: ({ db }) => readCaptureFacts(db),
} as const satisfies Record<string, (reading: Reading, args: never) => unknown>;

export type ReaderQueries = typeof readerQueries;

function start(port: NonNullable<typeof parentPort>, { captureFile, signals }: ReaderWorkerData): void {
  const db = openForReading(captureFile);
  registerFilterFunctions(db);
  const shared = new Int32Array(signals);
  let current = 0;
  let olderChanges = 0;
  const context: QueryContext = {
    db,
    nowMs: Date.now,
    isCancelled: () => Atomics.load(shared, readerSignals.cancelSlot(current)) === current,
  };
  const reading: Reading = { db, context, sets: createResultSets(context) };

  port.on('message', (request: ReaderRequest) => {
    current = request.call;
    const changes = Atomics.load(shared, readerSignals.olderChanges);
    if (changes !== olderChanges) reading.sets.olderChanged();
    olderChanges = changes;
    const reply = run(reading, request);
    port.postMessage(reply, 'bytes' in reply ? [reply.bytes.buffer] : []);
  });
}

function run(reading: Reading, { call, query, args }: ReaderRequest): ReaderReply {
  try {
    const answer = readerQueries[query as keyof ReaderQueries];
    const result: unknown = answer(reading, args as never);
    const bytes =
      result instanceof Uint8Array ? Uint8Array.from(result) : new TextEncoder().encode(JSON.stringify(result));
    return { call, bytes };
  } catch (error) {
    if (error instanceof AppError) return { call, code: error.code, message: error.message, details: error.details };
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { call, code: 'INTERNAL', message, details: null };
  }
}

if (parentPort !== null) {
  start(parentPort, workerData as ReaderWorkerData);
  parentPort.postMessage({ call: LOADED, bytes: new Uint8Array() } satisfies ReaderReply);
}
