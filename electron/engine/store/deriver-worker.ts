// Reads stored requests back and decodes them, in a thread of its own: a hundred megabytes of a stranger's JSON must never hold up
// a commit. It only reads; the writer asks for the next chunk when it has time to store one.
import { createHash } from 'node:crypto';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { AnswerDecider } from '#shared/answer/answer.ts';
import { chainJoin } from '#shared/chain/chain-join.ts';
import { readDeliveries } from '#shared/envelope/read-deliveries.ts';
import { readEncodedBody, type EncodedReading } from '#shared/envelope/read-encoded-body.ts';
import type { DeliveryReading } from '#shared/envelope/delivery-reading.ts';
import { storyEntities, type Origin } from '#shared/protocol/delivery.ts';
import { parseHeadersJson } from './batch-codec.ts';
import { decodeContent } from './content/decode-content.ts';
import { salvageContent } from './content/salvage-content.ts';
import { readCredential } from './derived/credential.ts';
import { openForReading } from './open-database.ts';
import type { CapturedRequest } from './store.ts';
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
  answer_decided_by: AnswerDecider;
  answer_detail: string | null;
  completeness: CapturedRequest['completeness'];
  origin: Origin;
  environment: string;
  auth: string;
  size_bytes: number;
  raw_headers: string;
  bytes: Buffer;
}

function start({ captureFile, writer }: DeriverWorkerData): void {
  const db = openForReading(captureFile);
  const next = db.prepare<[number], StoredRequest>(`
    SELECT r.id, r.received_at, r.answer_action, r.answer_status, r.answer_decided_by, r.answer_detail, r.completeness, r.origin, r.environment, r.auth, r.size_bytes, r.raw_headers, b.bytes
    FROM requests r JOIN bodies b ON b.request_id = r.id WHERE r.id > ? ORDER BY r.id LIMIT ${CHUNK_REQUESTS}`);

  writer.on('message', ({ afterRequestId }: DeriverRequest) => {
    const deliveries: DerivedDelivery[] = [];
    let throughRequestId = afterRequestId;
    let bytes = 0;
    for (const request of next.iterate(afterRequestId)) {
      const content = readContent(request);
      for (const delivery of deriveDeliveries(request, content)) deliveries.push(delivery);
      throughRequestId = request.id;
      bytes += request.bytes.length + content.bytes.length;
      if (bytes >= CHUNK_BYTES) break;
    }
    writer.postMessage({ type: 'read', throughRequestId, deliveries } satisfies DeriverReply);
  });
  writer.on('close', () => db.close());
}

/** What a body carries, with Content-Encoding undone; its bytes are the stored ones where there was nothing to undo. */
function readContent({ bytes, raw_headers, answer_decided_by, answer_detail }: StoredRequest): EncodedReading {
  if (answer_decided_by === 'token-endpoint') return { bytes, deliveries: [toTokenRequest(bytes, answer_detail)] };
  const isEncoded = /content-encoding/i.test(raw_headers);
  const rawHeaders = isEncoded ? parseHeadersJson(raw_headers) : [];
  const content = decodeContent(bytes, rawHeaders);
  if (content === null) return { bytes, deliveries: readDeliveries(bytes) };
  return readEncodedBody(bytes, content, content.bytes === null ? salvageContent(bytes, rawHeaders) : null);
}

/** A request for a token is listed, and nothing is looked for in it: it holds a secret. */
function toTokenRequest(bytes: Buffer, detail: string | null): DeliveryReading {
  const summary = `Request for a token: ${detail ?? 'answered'}`;
  return {
    batchIndex: null,
    start: 0,
    end: bytes.length,
    unparsed: true,
    parseError: { message: summary, offset: null },
    eventId: null,
    eventName: null,
    eventTsMs: null,
    references: [],
    problems: ['token_request'],
    summary,
  };
}

function deriveDeliveries(request: StoredRequest, { bytes, deliveries }: EncodedReading): DerivedDelivery[] {
  const bodySha256 = createHash('sha256').update(request.bytes).digest();
  const credential = credentialOf(request);
  return deliveries.map((reading) => {
    const isSliced = reading.batchIndex !== null || bytes !== request.bytes;
    const slice = isSliced ? Uint8Array.from(bytes.subarray(reading.start, reading.end)) : null;
    return toDerived(request, reading, { bodySha256, slice, credential });
  });
}

function toDerived(
  request: StoredRequest,
  reading: DeliveryReading,
  own: Pick<DerivedDelivery, 'bodySha256' | 'slice' | 'credential'>,
): DerivedDelivery {
  return {
    requestId: request.id,
    batchIndex: reading.batchIndex,
    receivedAt: request.received_at,
    eventTs: reading.eventTsMs,
    eventId: reading.eventId,
    chained: isChained(request, reading.eventId),
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
    ...own,
    references: reading.references.flatMap(({ entity, value }) => [storyEntities.indexOf(entity), value]),
  };
}

function credentialOf({
  raw_headers,
  origin,
  answer_decided_by: decidedBy,
}: StoredRequest): DerivedDelivery['credential'] {
  return readCredential({ rawHeaders: parseHeadersJson(raw_headers), origin, decidedBy });
}

function isChained(request: StoredRequest, eventId: string | null): boolean {
  const { answer_decided_by: decidedBy, size_bytes: sizeBytes, completeness, bytes } = request;
  return chainJoin({ eventId, decidedBy, storedBytes: bytes.length, sizeBytes, completeness }) !== null;
}

start(workerData as DeriverWorkerData);
// See `createWorkerEnd`.
parentPort?.postMessage('loaded');
