import { attemptLimit } from '#shared/spec/limits.ts';
import type { Chain, ChainAttempt } from '#shared/protocol/delivery.ts';
import { formatCount, formatDuration } from '#renderer/ui/format-amount.ts';
import { durationBetween, formatGap } from '../time-text.ts';

const stateWords: Record<Chain['state'], string> = {
  complete: 'complete',
  pending: 'not accepted yet',
  gave_up: 'gave up',
  unknown: 'outcome unknown',
};

/** `4 tries · gave up · first → last 2 m 31 s`. */
export function describeChain(chain: Chain): string {
  const count = chain.attempts.length;
  const tries = chain.truncated ? `newest ${formatCount(count)} tries` : count === 1 ? '1 try' : `${count} tries`;
  const parts = [tries, stateWords[chain.state]];
  const spanMs = durationBetween(chain.attempts[0]?.receivedAt ?? null, chain.attempts.at(-1)?.receivedAt ?? null);
  if (count > 1 && spanMs !== null) parts.push(`first → last ${formatDuration(spanMs)}`);
  return parts.join(' · ');
}

/** What the specification lets us say about what the sender does next; null where it says nothing. */
export function describeNextTry(chain: Chain): string | null {
  switch (chain.state) {
    case 'complete':
      return null;
    case 'pending':
      return `The sender tries again, up to ${attemptLimit} tries in total.`;
    case 'gave_up':
      return `The sender will not try again: ${attemptLimit} tries is its limit.`;
    case 'unknown':
      return 'What the sender does after this answer is not specified.';
  }
}

/** What makes these deliveries one chain, and how well that holds here. */
export function describeEvidence(chain: Chain): string {
  if (chain.joinedBy === 'body') return 'No event_id could be read: joined by identical body bytes.';
  const compared = chain.attempts.filter(({ sameBody }) => sameBody !== null);
  const identical = compared.filter(({ sameBody }) => sameBody === true).length;
  const rule = 'Joined by event_id; the specification does not say that a retry repeats it';
  return compared.length === 0 ? `${rule}.` : `${rule}: body bytes identical in ${identical} of ${compared.length}.`;
}

/** How a conversation went: `1 ms`, `held 60.0 s, closed by the sender`, `open for now`. */
export function describeConversation(attempt: ChainAttempt): string {
  const { answer, answeredAt, closedBy, heldMs, peerClosedAt, receivedAt } = attempt;
  const tookMs = heldMs ?? durationBetween(receivedAt, answeredAt ?? peerClosedAt);
  if (tookMs === null) return answer.action === 'hang' ? 'held now' : 'open';
  const parts = [`${heldMs === null ? '' : 'held '}${formatGap(tookMs)}`];
  if (answer.released)
    parts.push(answer.released.status === null ? 'dropped' : `released with ${answer.released.status}`);
  if (closedBy !== null) parts.push(`closed by the ${closedBy}`);
  return parts.join(', ');
}

/** What the answer to a batch meant; null for a request of one envelope. */
export function describeBatch({ batch }: Pick<ChainAttempt, 'batch'>): string | null {
  if (batch === null) return null;
  const all = batch.size === 1 ? 'the one event' : `all ${formatCount(batch.size)} events`;
  const same = {
    true: '; same events as the attempt before',
    false: '; other events than the attempt before',
    null: '',
  };
  return `applies to ${all} of this request${same[`${batch.sameEvents}`]}`;
}

/** `headers: none changed`, `headers: 2 changed (date, traceparent)`; null for the first try. */
export function describeHeaders({ changedHeaders }: Pick<ChainAttempt, 'changedHeaders'>): string | null {
  if (changedHeaders === null) return null;
  if (changedHeaders.length === 0) return 'headers: none changed';
  const names = changedHeaders.slice(0, 4).join(', ');
  return `headers: ${changedHeaders.length} changed (${names}${changedHeaders.length > 4 ? ', …' : ''})`;
}
