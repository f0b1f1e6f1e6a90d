// Reads stored requests back and decodes them, in a thread of its own: a hundred megabytes of a stranger's JSON must never hold up
// a commit. It only reads; the writer asks for the next chunk when it has time to store one.
import { createHash } from 'node:crypto';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { readDeliveries } from '#shared/envelope/read-deliveries.ts';
import type { DeliveryReading } from '#shared/envelope/delivery-reading.ts';
import { storyEntities } from '#shared/protocol/delivery.ts';
import { openForReading } from './open-database.ts';
import type { DerivedDelivery, DeriverReply, DeriverRequest } from './worker-messages.ts';

/** What the main thread starts this worker with. */
export interface DeriverWorkerData {
  captureFile: string;
  writer: MessagePort;
}

const CHUNK_REQUESTS = 256;
const CHUNK_BYTES = 2_000_000;

interface StoredRequest {
  id: number;
  received_at: number;
  answer_action: string;
  answer_status: number | null;
  origin: string;
  environment: string;
  auth: string;
  size_bytes: number;
  bytes: Buffer;
}

function start({ captureFile, writer }: DeriverWorkerData): void {
  const db = openForReading(captureFile);
  const next = db.prepare<[number], StoredRequest>(`
    SELECT r.id, r.received_at, r.answer_action, r.answer_status, r.origin, r.environment, r.auth, r.size_bytes, b.bytes
    FROM requests r JOIN bodies b ON b.request_id = r.id WHERE r.id > ? ORDER BY r.id LIMIT ${CHUNK_REQUESTS}`);

  writer.on('message', ({ afterRequestId }: DeriverRequest) => {
    const deliveries: DerivedDelivery[] = [];
    let throughRequestId = afterRequestId;
    let bytes = 0;
    for (const request of next.iterate(afterRequestId)) {
      for (const delivery of deriveDeliveries(request)) deliveries.push(delivery);
      throughRequestId = request.id;
      bytes += request.bytes.length;
      if (bytes >= CHUNK_BYTES) break;
    }
    writer.postMessage({ type: 'read', throughRequestId, deliveries } satisfies DeriverReply);
  });
  writer.on('close', () => db.close());
}

function deriveDeliveries(request: StoredRequest): DerivedDelivery[] {
  const bodySha256 = createHash('sha256').update(request.bytes).digest();
  return readDeliveries(request.bytes).map((reading) => toDerived(request, reading, bodySha256));
}

function toDerived(request: StoredRequest, reading: DeliveryReading, bodySha256: Uint8Array): DerivedDelivery {
  return {
    requestId: request.id,
    batchIndex: reading.batchIndex,
    receivedAt: request.received_at,
    eventTs: reading.eventTsMs,
    eventId: reading.eventId,
    eventName: reading.eventName,
    answerAction: request.answer_action,
    answerStatus: request.answer_status,
    origin: request.origin,
    environment: request.environment,
    auth: request.auth,
    sizeBytes: request.size_bytes,
    unparsed: reading.unparsed,
    problems: reading.problems.map((code) => `${code} `).join(''),
    summary: reading.summary,
    spanStart: reading.start,
    spanEnd: reading.end,
    bodySha256,
    slice: reading.batchIndex === null ? null : Uint8Array.from(request.bytes.subarray(reading.start, reading.end)),
    references: reading.references.flatMap(({ entity, value }) => [storyEntities.indexOf(entity), value]),
  };
}

start(workerData as DeriverWorkerData);
// See `createWorkerEnd`.
parentPort?.postMessage('loaded');
