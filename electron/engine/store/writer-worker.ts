// The one thread that writes the capture file. Evidence first: a batch is committed as soon as it arrives; everything else waits for a
// quiet moment.
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { AppError } from '#shared/errors/app-error.ts';
import { createCaptureWriter, type CaptureWriter } from './capture-writer.ts';
import { createDerivation, type Derivation } from './derived/derivation.ts';
import { createDerivedWriter } from './derived/derived-writer.ts';
import { openForWriting } from './open-database.ts';
import type { WriterReply, WriterRequest } from './worker-messages.ts';

/** What the main thread starts this worker with. */
export interface WriterWorkerData {
  captureFile: string;
  version: string;
  /** Epoch milliseconds. */
  startedAt: number;
  deriver: MessagePort;
}

function start(port: MessagePort, data: WriterWorkerData): void {
  const tell = (reply: WriterReply): void => port.postMessage(reply);
  const db = openForWriting(data.captureFile);
  const runId = insertRun(db, data);
  const lastRequestId = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM requests').pluck().get() ?? 0;
  const derivedWriter = createDerivedWriter(db);
  const derivation = createDerivation(derivedWriter, data.deriver, tell, lastRequestId);
  const captureWriter = createCaptureWriter(db);
  const deliveries = derivedWriter.deliveryCount();
  tell({ type: 'ready', runId, lastRequestId, deliveries, derivedTo: derivedWriter.progress().requestId });
  port.on('message', (message: WriterRequest) => {
    if (message.type === 'close') {
      derivation.close();
      close(db);
      tell({ type: 'closed' });
      return port.close();
    }
    const reply = handle(message, captureWriter, derivation);
    if (reply !== null) tell(reply);
  });
}

function insertRun(db: Database, { startedAt, version }: WriterWorkerData): number {
  const insert = db.prepare('INSERT INTO runs (started_at, version) VALUES (?, ?)');
  return Number(insert.run(startedAt, version).lastInsertRowid);
}

function handle(
  message: Exclude<WriterRequest, { type: 'close' }>,
  writer: CaptureWriter,
  derivation: Derivation,
): WriterReply | null {
  switch (message.type) {
    case 'batch':
      try {
        writer.insertBatch(message.firstId, message.bytes);
      } catch (error) {
        return { type: 'batch-failed', message: toMessage(error) };
      }
      derivation.batchStored(message.firstId + message.count - 1, message.count);
      return { type: 'committed' };
    case 'outcomes':
      derivation.addOutcomes(() => writer.insertOutcomes(message.rows));
      return null;
    case 'replay':
      return call(message.call, () => writer.insertReplay(message.targetUrl, message.request, message.startedAt));
    case 'shot':
      return call(message.call, () => writer.insertShot(message.shot));
    case 'experiment':
      return call(message.call, () => writer.upsertExperiment(message.row));
  }
}

function call(number: number, insert: () => number): WriterReply {
  try {
    return { type: 'called', call: number, id: insert() };
  } catch (error) {
    return { type: 'call-failed', call: number, message: toMessage(error) };
  }
}

/** The next start, and whoever copies the file, find everything in it and nothing beside it. */
function close(db: Database): void {
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

function toRefusal(error: unknown, captureFile: string): WriterReply {
  if (error instanceof AppError) return { type: 'failed-to-open', code: error.code, message: error.message };
  const message = `${captureFile} is not a capture file (${toMessage(error)}). Choose another with --capture.`;
  return { type: 'failed-to-open', code: 'CAPTURE_UNUSABLE', message };
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

if (parentPort !== null) {
  try {
    start(parentPort, workerData as WriterWorkerData);
  } catch (error) {
    parentPort.postMessage(toRefusal(error, (workerData as WriterWorkerData).captureFile));
  }
}
