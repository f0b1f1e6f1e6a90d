import { FilterBar } from '#renderer/features/filter/filter-bar.tsx';
import { DeliveryList } from '#renderer/features/list/delivery-list.tsx';
import { RateStrip } from '#renderer/features/list/rate-strip.tsx';
import { Onboarding } from '#renderer/features/onboarding/onboarding.tsx';
import { OrderSwitch } from '#renderer/features/order/order-switch.tsx';
import { useInspector } from '../state/use-inspector.ts';
import styles from './shell.module.css';

/** Filter, rate strip and list; until something was received, how to get there. */
export function Centre() {
  const neverReceived = useInspector((s) => s.status !== null && s.status.store.requests === 0);
  if (neverReceived) {
    return (
      <main data-pane="list" className={styles.pane} tabIndex={-1}>
        <Onboarding />
      </main>
    );
  }
  return (
    <main className={styles.pane}>
      <FilterBar aside={<OrderSwitch />} />
      <RateStrip />
      <div data-pane="list" className={styles.list}>
        <DeliveryList />
      </div>
    </main>
  );
}
