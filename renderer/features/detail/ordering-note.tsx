import type { DeliveryDetail } from '#shared/protocol/delivery.ts';
import { formatDuration } from '#renderer/ui/format-amount.ts';
import styles from './detail.module.css';

export interface OrderingNoteProps {
  detail: DeliveryDetail;
  onSelect: (deliveryId: number) => void;
}

/** Says that this delivery and another of its story arrived in another order than they happened. */
export function OrderingNote({ detail, onSelect }: OrderingNoteProps) {
  const { inversion } = detail;
  if (inversion === null) return null;
  const other = inversion.eventName ?? 'a delivery without event_name';
  const [first, second] = detail.early ? [other, detail.eventName] : [detail.eventName, other];
  return (
    <aside className={styles.ordering} aria-label="Ordering">
      <p className={styles.orderingVerdict}>
        Arrived {formatDuration(Math.abs(inversion.byMs))} <b>{detail.early ? 'before' : 'after'}</b> its{' '}
        <code>{other}</code>, which happened {detail.early ? 'first' : 'later'}.
      </p>
      <p className={styles.orderingFacts}>
        event_ts order is{' '}
        <code>
          {subtype(first)} → {subtype(second)}
        </code>{' '}
        of {inversion.reference.entity} <code>{inversion.reference.value}</code>
      </p>
      <button type="button" className={styles.show} onClick={() => onSelect(inversion.deliveryId)}>
        Show
      </button>
    </aside>
  );
}

/** `attempted` of `notification.attempted`. */
function subtype(eventName: string | null): string {
  return eventName?.split('.').slice(1).join('.') || (eventName ?? '?');
}
