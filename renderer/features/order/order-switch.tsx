import { useActions, useCommand, useInspector } from '#renderer/state/use-inspector.ts';
import { Segmented } from '#renderer/ui/segmented.tsx';

/** Arrival order, or the order in which things happened. */
export function OrderSwitch() {
  const order = useInspector((s) => s.order);
  const { setOrder } = useActions();
  useCommand('view.order', () => setOrder(order === 'arrival' ? 'event_ts' : 'arrival'));
  return (
    <Segmented
      label="Order"
      value={order}
      onChange={setOrder}
      options={[
        { value: 'arrival', label: 'Arrival', hint: 'In the order the receiver got them (T)' },
        { value: 'event_ts', label: 'event_ts', hint: 'In the order they happened (T)' },
      ]}
    />
  );
}
