// The capture file behind one door: one writer thread, three reader threads, and the lock that keeps it to one process.
// Readers are divided by who waits: pages of the list, single deliveries, and scans that may take seconds.
import fs from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';
import type { DeliveryItem } from '#shared/protocol/delivery.ts';
import type { BodyQuery, FilterQuery } from '#shared/protocol/query.ts';
import { acquireCaptureLock } from './capture-lock.ts';
import { readRequestBody } from './content/read-request-body.ts';
import type { CaptureFacts } from './queries/capture-facts.ts';
import type { ExportPage } from './queries/export-page.ts';
import { startStoreReader, type StoreReader } from './store-reader.ts';
import { startStoreWriter, type StoreChange, type StoreWriter, type WriterProgress } from './store-writer.ts';
import type {
  CaptureSink,
  ExperimentStore,
  ObservedExperiment,
  ReplayPlanEntry,
  ReplayStore,
  ReplayableDelivery,
  StoredExperiment,
} from './store.ts';

/** Everything the engine does with a capture file. */
export interface Store extends CaptureSink, ReplayStore, ExperimentStore {
  readonly captureFile: string;
  progress(): WriterProgress;
  /** Id that the newest appended request has, or gets with its commit if none before it fails. */
  newestRequestId(): number;
  /** Why the last commit failed; null while commits succeed. */
  failure(): string | null;
  facts(): Promise<CaptureFacts>;
  onChange(listener: (change: StoreChange) => void): void;
  /** Rows by id, oldest first, `after` exclusive. */
  rows(after: number, through: number): Promise<DeliveryItem[]>;
  exportPage(query: FilterQuery, afterId: number): Promise<ExportPage>;
  /** The body of a request as asked for. Throws `REQUEST_NOT_FOUND`. */
  requestBody(id: number, query: BodyQuery): Promise<Uint8Array>;
  /** Readers for the control API, whose answers are finished bytes. */
  readonly readers: { pages: StoreReader; details: StoreReader; scans: StoreReader };
  /** Commits what was accepted and closes the file. */
  close(): Promise<void>;
}

/** Opens a capture file, creating it where there is none. Throws `CAPTURE_LOCKED` or `CAPTURE_UNUSABLE`. */
export async function openStore(options: {
  captureFile: string;
  version: string;
  nowMs: () => number;
}): Promise<Store> {
  const captureFile = await prepareFile(path.resolve(options.captureFile));
  const lock = acquireCaptureLock(captureFile);
  let writer: StoreWriter;
  try {
    writer = await startStoreWriter({ captureFile, version: options.version, startedAt: options.nowMs() });
  } catch (error) {
    lock.close();
    throw error;
  }
  const readers = {
    pages: startStoreReader(captureFile),
    details: startStoreReader(captureFile),
    scans: startStoreReader(captureFile),
  };
  writer.onChange(({ olderChanged }) => {
    if (olderChanged) readers.pages.olderChanged();
  });
  return {
    captureFile,
    append: writer.append,
    recordOutcome: writer.recordOutcome,
    progress: writer.progress,
    newestRequestId: writer.newestRequestId,
    failure: writer.failure,
    onChange: writer.onChange,
    readers,
    facts: async () => fromJson(await readers.details.read('facts', undefined)) as CaptureFacts,
    rows: async (after, through) => fromJson(await readers.details.read('rows', { after, through })) as DeliveryItem[],
    exportPage: async (query, afterId) =>
      fromJson(await readers.scans.read('exportPage', { ...query, afterId })) as ExportPage,
    requestBody: (id, query) => readRequestBody(readers.details, id, query),
    selectForReplay: async (selection) =>
      fromJson(await readers.scans.read('replaySelection', selection)) as ReplayPlanEntry[],
    readForReplay: (deliveryId) => readForReplay(readers.details, deliveryId),
    createReplay: (targetUrl, request, startedAtMs) =>
      writer.insertReplay(targetUrl, JSON.stringify(request), startedAtMs),
    recordShot: async (shot) => void (await writer.insertShot(shot)),
    ...createExperimentStore(writer, readers),
    async close() {
      await writer.close();
      await Promise.all(Object.values(readers).map((reader) => reader.close()));
      lock.close();
    },
  };
}

function createExperimentStore(
  writer: StoreWriter,
  { details, scans }: Store['readers'],
): Pick<Store, 'writeExperiment' | 'readExperiments' | 'readExperiment' | 'observeExperiment'> {
  return {
    writeExperiment: ({ startedAtMs, endedAtMs, request, report, ...row }) =>
      writer.upsertExperiment({
        ...row,
        startedAt: startedAtMs,
        endedAt: endedAtMs,
        request: JSON.stringify(request),
        report: JSON.stringify(report),
      }),
    readExperiments: async () => fromJson(await details.read('experiments', undefined)) as StoredExperiment[],
    readExperiment: async (id) => fromJson(await details.read('experiment', id)) as StoredExperiment | null,
    observeExperiment: async (query) => fromJson(await scans.read('observedExperiment', query)) as ObservedExperiment,
  };
}

/**
 * The real path of the capture file, which now exists and is its owner's alone: captures hold personal data, and SQLite gives the files
 * beside it the same mode. A file with two names is refused, because its lock and its log would be found under one of them only.
 */
async function prepareFile(captureFile: string): Promise<string> {
  try {
    await fs.mkdir(path.dirname(captureFile), { recursive: true, mode: 0o700 });
    const handle = await fs.open(captureFile, 'a', 0o600);
    const { nlink } = await handle.stat();
    await handle.chmod(0o600);
    await handle.close();
    if (nlink > 1) throw new Error('the file has more than one name');
    return await fs.realpath(captureFile);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError(
      'CAPTURE_UNUSABLE',
      `The capture file ${captureFile} cannot be used (${reason}). Choose another with --capture.`,
      { cause },
    );
  }
}

async function readForReplay(reader: StoreReader, deliveryId: number): Promise<ReplayableDelivery> {
  const head = fromJson(await reader.read('replayHead', deliveryId)) as Omit<ReplayableDelivery, 'body'>;
  return { ...head, body: await reader.read('body', head.requestId) };
}

/** What our own reader wrote a moment ago: callers name its type. */
function fromJson(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
}
