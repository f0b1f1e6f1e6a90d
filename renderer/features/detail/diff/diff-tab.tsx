import type { DeliveryDetail } from '#shared/protocol/delivery.ts';
import { DiffView } from './diff-view.tsx';
import type { DiffPair } from './diff-pair.ts';
import styles from './diff.module.css';

export interface DiffTabProps {
  detail: DeliveryDetail;
  /** null: nothing to compare with yet. */
  pair: DiffPair | null;
  onSwap: () => void;
  onPin: () => void;
  onSelect: (deliveryId: number) => void;
}

export function DiffTab({ detail, pair, onSwap, onPin, onSelect }: DiffTabProps) {
  if (pair === null) {
    return (
      <p className={styles.message}>
        Nothing to compare with: this is the first delivery of its kind. Press <kbd>P</kbd> to{' '}
        <button type="button" className={styles.link} onClick={onPin}>
          pin it as A
        </button>
        , then select another delivery and press <kbd>C</kbd>.
      </p>
    );
  }
  return <DiffView key={`${pair.a} ${pair.b}`} detail={detail} pair={pair} onSwap={onSwap} onSelect={onSelect} />;
}
