import { FilterBar } from '#renderer/features/filter/filter-bar.tsx';
import { DeliveryList } from '#renderer/features/list/delivery-list.tsx';
import { RateStrip } from '#renderer/features/list/rate-strip.tsx';
import { OrderSwitch } from '#renderer/features/order/order-switch.tsx';
import styles from './shell.module.css';

/** Filter, rate strip and list. */
export function Centre() {
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
