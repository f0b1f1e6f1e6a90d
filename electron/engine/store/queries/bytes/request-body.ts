// The bodies of requests: as stored, which is the evidence, and how Content-Encoding makes them read.
import type { Database } from 'better-sqlite3';
import { AppError } from '#shared/errors/app-error.ts';
import type { AnswerDecider } from '#shared/answer/answer.ts';
import type { HeaderPair } from '#shared/http/header-pair.ts';
import type { ContentEncoding, RequestRecord } from '#shared/protocol/delivery.ts';
import type { BodyQuery } from '#shared/protocol/query.ts';
import { parseHeadersJson } from '../../batch-codec.ts';
import { decodeContent } from '../../content/decode-content.ts';
import { maskRawHead, maskTokenRequest } from './mask-secrets.ts';

/** The stored body, byte for byte. Throws `REQUEST_NOT_FOUND`. */
export function readBody(db: Database, requestId: number): Buffer {
  const body = db.prepare<[number], Buffer>('SELECT bytes FROM bodies WHERE request_id = ?').pluck().get(requestId);
  if (body === undefined) throw new AppError('REQUEST_NOT_FOUND', `There is no request ${requestId} in this capture.`);
  return body;
}

/** What Content-Encoding made of a stored body, with what it takes to undo it; throws `REQUEST_NOT_FOUND`. */
export interface BodyCoding {
  rawHeaders: HeaderPair[];
  /** Its secrets are to be masked unless they are asked for. */
  isTokenRequest: boolean;
  contentEncoding: ContentEncoding | null;
}

export function readBodyCoding(db: Database, requestId: number): BodyCoding {
  const rawHeaders = readRawHeaders(db, requestId);
  const contentEncoding = readContentEncoding(db, requestId, rawHeaders);
  return { rawHeaders, contentEncoding, isTokenRequest: readBodyKind(db, requestId)?.decidedBy === 'token-endpoint' };
}

/** Null where the header is absent; the body is read only where it is there. */
export function readContentEncoding(
  db: Database,
  requestId: number,
  rawHeaders: readonly HeaderPair[],
): ContentEncoding | null {
  const isEncoded = rawHeaders.some(([name]) => name.toLowerCase() === 'content-encoding');
  const content = isEncoded ? decodeContent(readBody(db, requestId), rawHeaders) : null;
  if (content === null) return null;
  const { bytes: _, ...encoding } = content;
  return encoding;
}

/**
 * The body as asked for: as stored, or with its codings undone where that works to the end, else as stored; the first `limit` bytes.
 * Secrets are masked unless they are asked for. Throws `REQUEST_NOT_FOUND`.
 */
export function readBodyView(db: Database, { id, view, limit, reveal }: BodyQuery & { id: number }): Uint8Array {
  const body = readBody(db, id);
  const content = view === 'decoded' ? decodeContent(body, readRawHeaders(db, id)) : null;
  const bytes = content?.bytes ?? body;
  return (reveal === undefined ? maskBody(db, id, bytes) : bytes).subarray(0, limit);
}

/** Bytes of a request's body, or of a part of it, without secrets: of a token request, and of a head that could not be parsed. */
export function maskBody<B extends Uint8Array>(db: Database, requestId: number, bytes: B): B | Buffer {
  const body = readBodyKind(db, requestId);
  if (body?.decidedBy === 'token-endpoint') return maskTokenRequest(bytes);
  return body?.completeness === 'malformed' ? maskRawHead(bytes) : bytes;
}

interface BodyKind {
  decidedBy: AnswerDecider;
  completeness: RequestRecord['completeness'];
}

function readBodyKind(db: Database, requestId: number): BodyKind | undefined {
  return db
    .prepare<[number], BodyKind>('SELECT answer_decided_by AS decidedBy, completeness FROM requests WHERE id = ?')
    .get(requestId);
}

function readRawHeaders(db: Database, requestId: number): HeaderPair[] {
  const headers = db.prepare<[number], string>('SELECT raw_headers FROM requests WHERE id = ?').pluck().get(requestId);
  if (headers === undefined) {
    throw new AppError('REQUEST_NOT_FOUND', `There is no request ${requestId} in this capture.`);
  }
  return parseHeadersJson(headers);
}
