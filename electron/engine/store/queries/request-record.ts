import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { AppError } from '#shared/errors/app-error.ts';
import type { AnswerAction, AnswerDecider } from '#shared/answer/answer.ts';
import type { AuthVerdict, Environment, Origin, RequestRecord } from '#shared/protocol/delivery.ts';
import { toIsoTime } from '#shared/protocol/iso-time.ts';
import { parseHeadersJson } from '../batch-codec.ts';

interface RequestRow {
  id: number;
  method: string;
  target: string;
  http_version: string;
  raw_headers: string;
  remote_address: string;
  remote_port: number;
  tls: string | null;
  source_address: string;
  environment: Environment;
  auth: AuthVerdict;
  auth_scheme: string | null;
  auth_reason: string | null;
  origin: Origin;
  size_bytes: number;
  truncated: number;
  completeness: RequestRecord['completeness'];
  received_at: number;
  answer_action: AnswerAction;
  answer_status: number | null;
  answer_decided_by: AnswerDecider;
  answered_at: number | null;
  peer_closed_at: number | null;
}

/** One request as it was received. Throws `REQUEST_NOT_FOUND`. */
export function readRequestRecord(db: Database, id: number): RequestRecord {
  const row = db
    .prepare<[number], RequestRow>(
      'SELECT r.*, o.answered_at, o.peer_closed_at FROM requests r LEFT JOIN outcomes o ON o.request_id = r.id WHERE r.id = ?',
    )
    .get(id);
  if (row === undefined) throw new AppError('REQUEST_NOT_FOUND', `There is no request ${id} in this capture.`);
  return {
    id: row.id,
    method: row.method,
    target: row.target,
    httpVersion: row.http_version,
    rawHeaders: parseHeadersJson(row.raw_headers).map(([name, value]) => [name, value]),
    remoteAddress: row.remote_address,
    remotePort: row.remote_port,
    tls: row.tls === null ? null : (JSON.parse(row.tls) as RequestRecord['tls']),
    sizeBytes: row.size_bytes,
    truncated: row.truncated === 1,
    completeness: row.completeness,
    receivedAt: toIsoTime(row.received_at),
    answeredAt: toIsoTime(row.answered_at),
    peerClosedAt: toIsoTime(row.peer_closed_at),
    answer: { action: row.answer_action, status: row.answer_status, decidedBy: row.answer_decided_by },
    auth: { verdict: row.auth, scheme: row.auth_scheme, reason: row.auth_reason },
    environment: row.environment,
    sourceAddress: row.source_address,
    origin: row.origin,
    bodySha256: readBodySha256(db, id),
  };
}

/** The stored body. Throws `REQUEST_NOT_FOUND`. */
export function readBody(db: Database, requestId: number): Buffer {
  const body = db.prepare<[number], Buffer>('SELECT bytes FROM bodies WHERE request_id = ?').pluck().get(requestId);
  if (body === undefined) throw new AppError('REQUEST_NOT_FOUND', `There is no request ${requestId} in this capture.`);
  return body;
}

/** From the derived row where there is one already, else computed. */
function readBodySha256(db: Database, requestId: number): string {
  const stored = db
    .prepare<[number], Buffer>('SELECT body_sha256 FROM deliveries WHERE request_id = ? LIMIT 1')
    .pluck()
    .get(requestId);
  return stored?.toString('hex') ?? createHash('sha256').update(readBody(db, requestId)).digest('hex');
}
