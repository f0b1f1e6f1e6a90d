// How requests travel from the receiver's thread to the writer's: one transferable buffer per batch, so that neither thread
// clones objects and no body is parsed on the way. Layout per record: three u32 lengths, then meta JSON, header JSON, body.
import type { HeaderPair } from '#shared/http/header-pair.ts';
import type { CapturedRequest } from './store.ts';

/** Columns of `requests` in the order of the insert statement, without id and raw_headers. */
export type RequestColumns = (string | number | null)[];

/** One record as the writer binds it. */
export interface DecodedRecord {
  columns: RequestColumns;
  headersJson: string;
  body: Uint8Array;
}

const PREFIX_BYTES = 12;

/** Packs requests into one buffer that can be transferred to another thread. */
export function encodeBatch(requests: readonly CapturedRequest[], runId: number): ArrayBuffer {
  const metas: string[] = [];
  const headers: string[] = [];
  let size = 0;
  for (const request of requests) {
    const meta = JSON.stringify(toColumns(request, runId));
    const header = JSON.stringify(request.rawHeaders);
    metas.push(meta);
    headers.push(header);
    size += PREFIX_BYTES + Buffer.byteLength(meta) + Buffer.byteLength(header) + request.body.length;
  }
  // Not from Node's pool: a pooled slab cannot be transferred.
  const buffer = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const [i, request] of requests.entries()) {
    const metaLength = buffer.write(metas[i] ?? '', at + PREFIX_BYTES);
    const headerLength = buffer.write(headers[i] ?? '', at + PREFIX_BYTES + metaLength);
    buffer.set(request.body, at + PREFIX_BYTES + metaLength + headerLength);
    buffer.writeUInt32LE(metaLength, at);
    buffer.writeUInt32LE(headerLength, at + 4);
    buffer.writeUInt32LE(request.body.length, at + 8);
    at += PREFIX_BYTES + metaLength + headerLength + request.body.length;
  }
  return buffer.buffer;
}

/** Unpacks a batch; bodies are views into it. */
export function* decodeBatch(batch: ArrayBuffer): Generator<DecodedRecord> {
  const buffer = Buffer.from(batch);
  let at = 0;
  while (at < buffer.length) {
    const metaEnd = at + PREFIX_BYTES + buffer.readUInt32LE(at);
    const headerEnd = metaEnd + buffer.readUInt32LE(at + 4);
    const bodyEnd = headerEnd + buffer.readUInt32LE(at + 8);
    yield {
      columns: JSON.parse(buffer.toString('utf8', at + PREFIX_BYTES, metaEnd)) as RequestColumns,
      headersJson: buffer.toString('utf8', metaEnd, headerEnd),
      body: buffer.subarray(headerEnd, bodyEnd),
    };
    at = bodyEnd;
  }
}

/** Column names matching `toColumns`, in order. */
export const requestColumnNames = [
  'run_id',
  'received_at',
  'received_mono',
  'method',
  'target',
  'http_version',
  'remote_address',
  'remote_port',
  'tls',
  'source_address',
  'environment',
  'auth',
  'auth_scheme',
  'auth_reason',
  'origin',
  'size_bytes',
  'truncated',
  'completeness',
  'answer_action',
  'answer_status',
  'answer_decided_by',
  'answer_detail',
  'answer_note',
  'auth_enforced',
  'allowed',
] as const;

function toColumns(request: CapturedRequest, runId: number): RequestColumns {
  return [
    runId,
    request.receivedAtMs,
    request.receivedMonoMs,
    request.method,
    request.target,
    request.httpVersion,
    request.remoteAddress,
    request.remotePort,
    request.tls === null ? null : JSON.stringify(request.tls),
    request.sourceAddress,
    request.environment,
    request.auth.verdict,
    request.auth.scheme,
    request.auth.reason,
    request.origin,
    request.sizeBytes,
    request.truncated ? 1 : 0,
    request.completeness,
    request.answer.action,
    request.answer.status,
    request.answer.decidedBy,
    request.answer.detail ?? null,
    request.answer.note ?? null,
    request.auth.enforced ? 1 : 0,
    request.allowed === null ? null : Number(request.allowed),
  ];
}

/** Raw headers as stored, back to pairs. */
export function parseHeadersJson(text: string): HeaderPair[] {
  return JSON.parse(text) as HeaderPair[];
}
