import { useActions, useInspector } from '#renderer/state/use-inspector.ts';
import { Button } from '#renderer/ui/button.tsx';
import { formatCount } from '#renderer/ui/format-amount.ts';
import styles from './empty-list.module.css';

/** Says why there is nothing to see, and what would change that. */
export function EmptyList() {
  const empty = useInspector((s) => s.total === 0 && !s.loading);
  const error = useInspector((s) => s.rowsError);
  const filterText = useInspector((s) => s.filterText);
  const captured = useInspector((s) => s.status?.store.deliveries ?? 0);
  const actions = useActions();
  if (error !== null) {
    return (
      <div className={styles.empty} role="alert">
        <p className={styles.title}>The rows cannot be read</p>
        <p>{error}</p>
        <Button onClick={actions.reload}>Read again</Button>
      </div>
    );
  }
  if (!empty || filterText === '') return null;
  return (
    <div className={styles.empty}>
      <p className={styles.title}>0 of {formatCount(captured)} match</p>
      <p>Nothing captured so far fits the filter. New rows that do will show up here.</p>
      <Button onClick={() => actions.applyFilter('')}>Clear the filter</Button>
    </div>
  );
}
