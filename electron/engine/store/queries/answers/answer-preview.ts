// Tries a program on stored requests, in the thread that reads them: bodies stay where they are. Rules see of a request what they would
// have seen when it came; attempts are those that were stored, and enforced checks refuse what they refused.
import type { Database } from 'better-sqlite3';
import type { AnswerAction, AnswerDecider } from '#shared/answer/answer.ts';
import type { DecisionContext } from '#shared/answer/decide.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { decodeSpan } from '#shared/envelope/body-text.ts';
import type { AnswerPreview, AnswerPreviewRequest } from '#shared/protocol/answer-calls.ts';
import type { AuthVerdict, Environment, Origin } from '#shared/protocol/delivery.ts';
import { toArrivingDelivery, type ArrivingRequest } from '#shared/program/arriving-delivery.ts';
import { previewProgram, type PreviewedRequest } from '#shared/program/preview-program.ts';
import type { RuleSubject } from '#shared/program/rule-matcher.ts';
import { answerLabel } from '../../answer-label.ts';
import { parseHeadersJson } from '../../batch-codec.ts';
import { readEnvelopeBytes, type EnvelopePlace } from '../bytes/envelope-bytes.ts';
import { newestDeliveryId, toCompiledFilter, type QueryContext } from '../query-context.ts';

interface PreviewRow extends EnvelopePlace {
  chain: number;
  attempt: number;
  event_id: string | null;
  event_name: string | null;
  event_ts: number | null;
  unparsed: number;
  received_at: number;
  method: string;
  target: string;
  raw_headers: string;
  source_address: string;
  environment: Environment;
  origin: Origin;
  auth: AuthVerdict;
  auth_enforced: number;
  allowed: number | null;
  size_bytes: number;
  answer_action: AnswerAction;
  answer_status: number | null;
  answer_decided_by: AnswerDecider;
}

const SCAN_CHUNK = 2_000;

/** What the program would have answered to the newest requests that match. Throws `FILTER_INVALID` or `QUERY_CANCELLED`. */
export function readAnswerPreview(context: QueryContext, request: AnswerPreviewRequest): AnswerPreview {
  const ids = findNewestRequests(context, request);
  return previewProgram(request.program, readRequests(context.db, ids), answerLabel);
}

/** Oldest first. Requests that nothing was decided for are left out: they broke off, or asked for a token. */
function findNewestRequests(context: QueryContext, request: AnswerPreviewRequest): number[] {
  const compiled = toCompiledFilter(request, context.nowMs());
  const statement = context.db
    .prepare<unknown[], number>(
      `SELECT d.request_id FROM deliveries d JOIN requests r ON r.id = d.request_id
       WHERE d.id > ? AND d.id <= ? AND r.completeness <> 'incomplete' AND r.method <> '' AND r.answer_decided_by <> 'token-endpoint'
         AND (${compiled?.where ?? '1'}) ORDER BY d.id DESC`,
    )
    .pluck();
  const ids = new Set<number>();
  for (let through = newestDeliveryId(context.db); through > 0 && ids.size < request.limit; through -= SCAN_CHUNK) {
    if (context.isCancelled()) throw new AppError('QUERY_CANCELLED', 'The query was given up.');
    for (const id of statement.iterate(Math.max(0, through - SCAN_CHUNK), through, ...(compiled?.params ?? []))) {
      ids.add(id);
      if (ids.size >= request.limit) break;
    }
  }
  return [...ids].toReversed();
}

function* readRequests(db: Database, ids: readonly number[]): Generator<PreviewedRequest> {
  const select = db.prepare<[number], PreviewRow>(
    `SELECT d.id, d.request_id, d.batch_index, d.problems, d.span_start, d.span_end, coalesce(d.chain_id, d.id) AS chain, d.attempt,
       d.event_id, d.event_name, d.event_ts, d.unparsed, r.received_at, r.method, r.target, r.raw_headers, r.source_address,
       r.environment, r.origin, r.auth, r.auth_enforced, r.allowed, r.size_bytes, r.answer_action, r.answer_status, r.answer_decided_by
     FROM deliveries d JOIN requests r ON r.id = d.request_id WHERE d.request_id = ? ORDER BY d.id`,
  );
  for (const id of ids) {
    const rows = select.all(id);
    const [first] = rows;
    if (first === undefined) continue;
    const request = toArrivingRequest(first);
    yield {
      requestId: id,
      deliveryId: first.id,
      attempt: first.attempt,
      receivedAtMs: first.received_at,
      refusal: refusalOf(first),
      was: answerLabel(first.answer_action, first.answer_status),
      subjects: rows.map((row) => toSubject(db, request, row)),
    };
  }
}

function toArrivingRequest(row: PreviewRow): ArrivingRequest {
  return {
    receivedAtMs: row.received_at,
    origin: row.origin,
    environment: row.environment,
    auth: row.auth,
    allowed: row.allowed === null ? null : row.allowed === 1,
    sizeBytes: row.size_bytes,
    method: row.method,
    target: row.target,
    sourceAddress: row.source_address,
    rawHeaders: parseHeadersJson(row.raw_headers),
  };
}

function toSubject(db: Database, request: ArrivingRequest, row: PreviewRow): RuleSubject {
  const delivery = toArrivingDelivery(request, {
    batchIndex: row.batch_index,
    unparsed: row.unparsed === 1,
    eventId: row.event_id,
    eventName: row.event_name,
    eventTsMs: row.event_ts,
    problems: row.problems.split(' ').filter((code) => code !== ''),
    attempt: row.attempt,
    readText() {
      const bytes = readEnvelopeBytes(db, row);
      return decodeSpan(bytes, { start: 0, end: bytes.length });
    },
  });
  return { event: String(row.chain), delivery };
}

/** An answer that was decided for another reason says nothing of the allow-list; a verdict says whether it was enforced. */
function refusalOf(row: PreviewRow): DecisionContext['refusal'] {
  if (row.answer_decided_by === 'allow-list') return 'allow-list';
  const isRefused = row.auth_enforced === 1 && row.auth !== 'ok' && row.auth !== 'none';
  return isRefused ? 'authentication' : null;
}
