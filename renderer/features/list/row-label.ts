import type { DeliveryItem } from '#shared/protocol/delivery.ts';
import { toAnswerLook } from '#renderer/ui/answer-pill.tsx';
import { readTry } from '#renderer/ui/attempt/try-mark.ts';
import { formatDuration } from '#renderer/ui/format-amount.ts';
import { isRejected, verdictWords } from '#renderer/ui/sender/auth-words.ts';

/** One sentence for a row: what it is, what it was answered, which try, how late, out of order or not, and what changed with it. */
export function toRowLabel(item: DeliveryItem): string {
  const parts = [
    item.unparsed ? 'unparsed request' : (item.eventName ?? 'event without a name'),
    toAnswerLook(item.answer).words,
    readTry(item).words,
    item.lagMs === null ? 'no event time' : `lag ${formatDuration(item.lagMs)}`,
  ];
  const shadow = describeShadow(item);
  if (shadow !== null) parts.push(shadow);
  if (item.early) parts.push('arrived early');
  if (item.late) parts.push('arrived late');
  if (item.origin !== 'platform') parts.push(`own traffic, ${item.origin}`);
  if (item.summary !== '') parts.push(item.summary);
  if (item.answer.note !== null) parts.push(`from here on: ${item.answer.note}`);
  return parts.join(', ');
}

/** That a row stands out of order, and which way; null where it does not. */
export function describeOrder({ early, late }: Pick<DeliveryItem, 'early' | 'late'>): string | null {
  if (early && late) return 'Arrived early and late: before an older event of its story, and after a newer one';
  if (early) return 'Arrived early: before an older event of its story';
  return late ? 'Arrived late: after a newer event of its story' : null;
}

/** What enforced authentication would have done with a request that was answered otherwise; null where it would have done nothing. */
export function describeShadow({ auth, answer }: Pick<DeliveryItem, 'auth' | 'answer'>): string | null {
  return isRejected(auth) && answer.status !== 401 ? `would be 401: credentials ${verdictWords[auth]}` : null;
}
