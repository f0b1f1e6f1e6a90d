import type { Chain, ChainAttempt } from '#shared/protocol/delivery.ts';
import { formatDuration } from '#renderer/ui/format-amount.ts';
import { durationBetween } from '../time-text.ts';

const stateWords: Record<Chain['state'], string> = {
  complete: 'complete',
  pending: 'not accepted yet',
  gave_up: 'gave up',
  unknown: 'outcome unknown',
};

/** `4 tries · gave up · first → last 2 m 31 s`. */
export function describeChain(chain: Chain): string {
  const count = chain.attempts.length;
  const parts = [count === 1 ? '1 try' : `${count} tries`, stateWords[chain.state]];
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
      return 'The sender tries again, up to 4 tries in total. It does not publish its delays.';
    case 'gave_up':
      return 'The sender will not try again: 4 tries is its limit.';
    case 'unknown':
      return 'What the sender does after this answer is not specified.';
  }
}

/** Deliveries that arrived although an earlier try of the same event had been accepted. */
export function isDuplicateAfterSuccess(chain: Chain, attempt: ChainAttempt): boolean {
  const accepted = chain.attempts.findIndex(({ answer }) => answer.action === 'respond' && answer.status === 200);
  return accepted >= 0 && chain.attempts.indexOf(attempt) > accepted;
}
