import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { AppError } from '#shared/errors/app-error.ts';
import type { RevealQuery } from '#shared/protocol/call-shape.ts';
import type { AuthVerdict, Environment, Origin, RequestRecord } from '#shared/protocol/delivery.ts';
import { toIsoTime } from '#shared/protocol/iso-time.ts';
import { parseHeadersJson } from '../batch-codec.ts';
import { maskHeader, maskTarget } from './bytes/mask-secrets.ts';
import { readBody, readContentEncoding } from './bytes/request-body.ts';
import { toAnswerRecord, type AnswerColumns } from './delivery-rows.ts';

interface RequestRow extends AnswerColumns {
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
  auth_enforced: number;
  allowed: number | null;
  credential: number | null;
  origin: Origin;
  size_bytes: number;
  truncated: number;
  completeness: RequestRecord['completeness'];
  received_at: number;
  answered_at: number | null;
  peer_closed_at: number | null;
}

/** Which record, and whether the values of credentials were asked for. */
export interface RecordQuery extends RevealQuery {
  id: number;
}

/** One request as it was received, values of credentials masked unless they are asked for. Throws `REQUEST_NOT_FOUND`. */
export function readRequestRecord(db: Database, { id, reveal }: RecordQuery): RequestRecord {
  const row = db
    .prepare<[number], RequestRow>(
      `SELECT r.*, o.answered_at, o.peer_closed_at, o.released, o.released_status,
        (SELECT credential FROM deliveries d WHERE d.request_id = r.id LIMIT 1) AS credential
      FROM requests r LEFT JOIN outcomes o ON o.request_id = r.id WHERE r.id = ?`,
    )
    .get(id);
  if (row === undefined) throw new AppError('REQUEST_NOT_FOUND', `There is no request ${id} in this capture.`);
  const rawHeaders = parseHeadersJson(row.raw_headers);
  return {
    id: row.id,
    method: row.method,
    target: reveal === undefined ? maskTarget(row.target) : row.target,
    httpVersion: row.http_version,
    rawHeaders: rawHeaders.map(([name, value]) => (reveal === undefined ? maskHeader([name, value]) : [name, value])),
    remoteAddress: row.remote_address,
    remotePort: row.remote_port,
    tls: row.tls === null ? null : (JSON.parse(row.tls) as RequestRecord['tls']),
    sizeBytes: row.size_bytes,
    truncated: row.truncated === 1,
    completeness: row.completeness,
    receivedAt: toIsoTime(row.received_at),
    answeredAt: toIsoTime(row.answered_at),
    peerClosedAt: toIsoTime(row.peer_closed_at),
    answer: toAnswerRecord(row),
    auth: {
      verdict: row.auth,
      scheme: row.auth_scheme,
      reason: row.auth_reason,
      enforced: row.auth_enforced === 1,
      credential: row.credential,
    },
    allowed: row.allowed === null ? null : row.allowed === 1,
    environment: row.environment,
    sourceAddress: row.source_address,
    origin: row.origin,
    bodySha256: readBodySha256(db, id),
    contentEncoding: readContentEncoding(db, id, rawHeaders),
  };
}

/** From the derived row where there is one already, else computed. */
function readBodySha256(db: Database, requestId: number): string {
  const stored = db
    .prepare<[number], Buffer>('SELECT body_sha256 FROM deliveries WHERE request_id = ? LIMIT 1')
    .pluck()
    .get(requestId);
  return stored?.toString('hex') ?? createHash('sha256').update(readBody(db, requestId)).digest('hex');
}
