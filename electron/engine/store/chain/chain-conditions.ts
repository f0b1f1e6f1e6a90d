// What chains of attempts are asked for, as conditions on a row `d` of `deliveries`, each in words that an index serves. They say what
// shared/chain says; a test holds them to it. What depends on a whole chain is asked of that code itself, through `chain_state`.
import type { Database } from 'better-sqlite3';
import { chainState } from '#shared/chain/chain-state.ts';
import type { StateFlag } from '#shared/filter/filter-keys.ts';
import { attemptLimit } from '#shared/spec/limits.ts';
import { attemptColumns, attemptJson, toAttemptFacts, type AttemptColumns } from './attempt-columns.ts';

/** Whether an earlier attempt had been accepted when this one arrived. */
const wasAcceptedBefore = `(d.attempt > 1 AND EXISTS (
  SELECT 1 FROM deliveries e JOIN outcomes eo ON eo.request_id = e.request_id
  WHERE e.chain_id = d.chain_id AND e.request_id < d.request_id AND eo.answered_at <= d.received_at
    AND CASE eo.released WHEN 1 THEN eo.released_status ELSE e.answer_status END IS 200))`;

/** Whether 200 was said after the sender had gone. */
const isLateAck = `d.request_id IN (
  SELECT o.request_id FROM outcomes o JOIN requests r ON r.id = o.request_id
  WHERE o.answered_at IS NULL AND o.peer_closed_at IS NOT NULL
    AND CASE o.released WHEN 1 THEN o.released_status ELSE r.answer_status END IS 200)`;

/** Whether the body has other bytes than the one of the attempt before. */
const hasChangedBody = `(d.attempt > 1 AND EXISTS (
  SELECT 1 FROM deliveries p WHERE p.id = d.previous_id AND NOT (p.body_sha256 = d.body_sha256 AND p.size_bytes = d.size_bytes)))`;

/** Whether it came after as many failures as the specification allows attempts: 500, or left by the sender. */
const isBeyondLimit = `(d.attempt > 1 AND d.attempt > ${attemptLimit} AND ${attemptLimit} = (
  SELECT count(*) FROM (
    SELECT DISTINCT e.request_id FROM deliveries e LEFT JOIN outcomes eo ON eo.request_id = e.request_id
    WHERE e.chain_id = d.chain_id AND e.request_id < d.request_id
      AND ((eo.answered_at IS NULL AND eo.peer_closed_at IS NOT NULL)
        OR CASE eo.released WHEN 1 THEN eo.released_status ELSE e.answer_status END IS 500)
    LIMIT ${attemptLimit})))`;

/** Whether it is the last attempt of a chain that the sender gave up. Needs `registerChainFunctions`. */
const isGaveUp = `(d.attempt > 1 AND d.attempt >= ${attemptLimit} AND d.superseded = 0 AND (
  SELECT chain_state(json_group_array(${attemptJson})) FROM (
    SELECT ${attemptColumns('x', 'xo')} FROM deliveries x LEFT JOIN outcomes xo ON xo.request_id = x.request_id
    WHERE x.chain_id = d.chain_id ORDER BY x.id)) = 'gave_up')`;

/** Whether a last attempt was answered 200 instead of what was armed. */
const isRescued = `d.request_id IN (SELECT r.id FROM requests r WHERE r.answer_decided_by = 'rescue')`;

/** Whether no later delivery of the chain is stored: then it stands for its event. */
const isLatest = 'd.superseded = 0';

/** Whether it was held without an answer, in the words of the index on answers other than 200. */
const isHeld = `(d.answer_status IS NOT 200 AND d.answer_status IS NULL AND d.answer_action = 'hang')`;

/** By the word of `is:`. */
export const chainConditions = {
  dup: wasAcceptedBefore,
  'late-ack': isLateAck,
  'changed-body': hasChangedBody,
  'beyond-limit': isBeyondLimit,
  'gave-up': isGaveUp,
  latest: isLatest,
  held: isHeld,
  rescued: isRescued,
} as const satisfies Partial<Record<StateFlag, string>>;

/** Gives a connection the function that `isGaveUp` calls. */
export function registerChainFunctions(db: Database): void {
  db.function('chain_state', { deterministic: true, directOnly: true }, (attempts: unknown) =>
    chainState((JSON.parse(String(attempts)) as AttemptColumns[]).map(toAttemptFacts)),
  );
}
