// The bodies of requests: as stored, which is the evidence, and how Content-Encoding makes them read.
import type { Database } from 'better-sqlite3';
import { AppError } from '#shared/errors/app-error.ts';
import type { AnswerDecider } from '#shared/answer/answer.ts';
import type { HeaderPair } from '#shared/http/header-pair.ts';
import type { ContentEncoding, RequestRecord } from '#shared/protocol/delivery.ts';
import type { BodyQuery } from '#shared/protocol/query.ts';
import { parseHeadersJson } from '../../batch-codec.ts';
import { decodeContent } from '../../content/decode-content.ts';
import { maskForm, maskRawHead, maskRawTail, maskTokenRequest, maskWhole } from './mask-secrets.ts';

/** The stored body, byte for byte. Throws `REQUEST_NOT_FOUND`. */
export function readBody(db: Database, requestId: number): Buffer {
  const body = db.prepare<[number], Buffer>('SELECT bytes FROM bodies WHERE request_id = ?').pluck().get(requestId);
  if (body === undefined) throw new AppError('REQUEST_NOT_FOUND', `There is no request ${requestId} in this capture.`);
  return body;
}

/** What Content-Encoding made of a stored body, with what it takes to undo it; throws `REQUEST_NOT_FOUND`. */
export interface BodyCoding {
  rawHeaders: HeaderPair[];
  /** Or any other form. Its secrets are to be masked unless they are asked for. */
  isTokenRequest: boolean;
  contentEncoding: ContentEncoding | null;
}

export function readBodyCoding(db: Database, requestId: number): BodyCoding {
  const rawHeaders = readRawHeaders(db, requestId);
  const contentEncoding = readContentEncoding(db, requestId, rawHeaders);
  return { rawHeaders, contentEncoding, isTokenRequest: isTokenRequest(readBodyKind(db, requestId)) };
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
  return (reveal === undefined ? maskView(db, id, { body, bytes }) : bytes).subarray(0, limit);
}

/** A form that is shown as it was encoded is masked as a whole where it holds a secret, or where that cannot be told. */
function maskView(db: Database, id: number, { body, bytes }: { body: Uint8Array; bytes: Uint8Array }): Uint8Array {
  const shown = maskBody(db, id, bytes);
  const content = shown === body ? decodeContent(body, readRawHeaders(db, id)) : null;
  if (content === null) return shown;
  const isForm = isDeclaredForm(readBodyKind(db, id));
  const isSecret = content.bytes === null ? isForm : maskForm(content.bytes, isForm) !== content.bytes;
  return isSecret ? maskWhole(body) : shown;
}

/**
 * Bytes of a request's body, or of a part of it, without secrets: of a token request, of a head that could not be parsed, and of a form
 * that was sent somewhere else. The same object where there are none.
 */
export function maskBody<B extends Uint8Array>(db: Database, requestId: number, bytes: B): B | Buffer {
  const body = readBodyKind(db, requestId);
  if (body?.decidedBy === 'token-endpoint') return maskTokenRequest(bytes);
  if (body?.completeness !== 'malformed') return maskForm(bytes, isDeclaredForm(body));
  return body.method === '' ? maskRawTail(bytes) : maskRawHead(bytes);
}

/** Whether a body holds a secret of a token request, by whomever that was answered. */
export function isSecretForm(db: Database, requestId: number, bytes: Uint8Array): boolean {
  return maskForm(bytes, isDeclaredForm(readBodyKind(db, requestId))) !== bytes;
}

interface BodyKind {
  decidedBy: AnswerDecider;
  completeness: RequestRecord['completeness'];
  method: string;
  rawHeaders: string;
}

function isDeclaredForm(body: BodyKind | undefined): boolean {
  return body !== undefined && /"content-type","\s*application\/x-www-form-urlencoded/i.test(body.rawHeaders);
}

/** Answered as one, or a form in a coding that may not be undone to the end. */
function isTokenRequest(body: BodyKind | undefined): boolean {
  return body?.decidedBy === 'token-endpoint' || isDeclaredForm(body);
}

function readBodyKind(db: Database, requestId: number): BodyKind | undefined {
  return db
    .prepare<[number], BodyKind>(
      'SELECT answer_decided_by AS decidedBy, completeness, method, raw_headers AS rawHeaders FROM requests WHERE id = ?',
    )
    .get(requestId);
}

function readRawHeaders(db: Database, requestId: number): HeaderPair[] {
  const headers = db.prepare<[number], string>('SELECT raw_headers FROM requests WHERE id = ?').pluck().get(requestId);
  if (headers === undefined) {
    throw new AppError('REQUEST_NOT_FOUND', `There is no request ${requestId} in this capture.`);
  }
  return parseHeadersJson(headers);
}
