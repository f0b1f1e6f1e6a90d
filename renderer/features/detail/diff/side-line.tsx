import { Pin } from 'lucide-react';
import type { DeliveryDetail } from '#shared/protocol/delivery.ts';
import { AnswerPill } from '#renderer/ui/answer-pill.tsx';
import { formatClock } from '#renderer/ui/format-time.ts';
import { useDelivery } from '../use-delivery.ts';
import type { DiffPair } from './diff-pair.ts';
import styles from './diff.module.css';

export interface SideLineProps {
  side: 'A' | 'B';
  id: number;
  current: DeliveryDetail;
  reason: DiffPair['reason'];
  onSelect: (deliveryId: number) => void;
}

/** Which delivery stands on one side, and why. */
export function SideLine({ side, id, current, reason, onSelect }: SideLineProps) {
  const other = useDelivery(id === current.id ? null : id);
  const item = id === current.id ? current : other.detail;
  return (
    <div className={styles.side}>
      <span className={side === 'A' ? styles.badgeA : styles.badgeB}>{side}</span>
      {item === null ? (
        <span className={styles.dim}>{other.error ?? `delivery ${id}`}</span>
      ) : (
        <>
          <span className={styles.sideName}>{item.eventName ?? 'unparsed'}</span>
          <AnswerPill answer={item.answer} />
          <span className={styles.sideTime}>{formatClock(item.receivedAt, 'local')}</span>
        </>
      )}
      {id === current.id ? (
        <span className={styles.dim}>selected</span>
      ) : (
        <>
          {reason === 'pinned' ? <Pin className={styles.pin} aria-label="pinned" /> : null}
          <button type="button" className={styles.link} onClick={() => onSelect(id)}>
            {reason === 'pinned' ? 'show' : `${describeDefault(item, current)}, show`}
          </button>
        </>
      )}
    </div>
  );
}

function describeDefault(item: DeliveryDetail | null, current: DeliveryDetail): string {
  return item !== null && item.eventId === current.eventId ? 'try before' : 'previous of the kind';
}
