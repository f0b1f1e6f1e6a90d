import type { DeliveryItem } from '#shared/protocol/delivery.ts';
import { toAnswerLook } from '#renderer/ui/answer-pill.tsx';
import { formatDuration } from '#renderer/ui/format-amount.ts';

/** One sentence for a row: what it is, what it was answered, which try, how late, out of order or not. */
export function toRowLabel(item: DeliveryItem): string {
  const parts = [
    item.unparsed ? 'unparsed request' : (item.eventName ?? 'event without a name'),
    toAnswerLook(item.answer).words,
    item.attempts > 1 ? `try ${item.attempt} of ${item.attempts} seen` : 'first try',
    item.lagMs === null ? 'no event time' : `lag ${formatDuration(item.lagMs)}`,
  ];
  if (item.early) parts.push('arrived early');
  if (item.late) parts.push('arrived late');
  if (item.origin !== 'platform') parts.push(`own traffic, ${item.origin}`);
  if (item.summary !== '') parts.push(item.summary);
  return parts.join(', ');
}
