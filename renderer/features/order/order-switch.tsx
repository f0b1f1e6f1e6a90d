import { Layers } from 'lucide-react';
import { useActions, useCommand, useInspector } from '#renderer/state/use-inspector.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';

/** Arrival order, or the order in which things happened; a row for each try, or for each event. */
export function OrderSwitch() {
  const order = useInspector((s) => s.order);
  const { setOrder } = useActions();
  useCommand('view.order', () => setOrder(order === 'arrival' ? 'event_ts' : 'arrival'));
  return (
    <>
      <Segmented
        label="Order"
        value={order}
        onChange={setOrder}
        options={[
          { value: 'arrival', label: 'Arrival', hint: 'In the order the receiver got them (T)' },
          { value: 'event_ts', label: 'event_ts', hint: 'In the order they happened (T)' },
        ]}
      />
      <GroupSwitch />
    </>
  );
}

function GroupSwitch() {
  const grouped = useInspector((s) => s.grouped);
  const { setGrouped } = useActions();
  const toggle = (): void => setGrouped(!grouped);
  useCommand('list.group', toggle);
  return (
    <IconButton
      variant="raised"
      label="Group by event"
      aria-pressed={grouped}
      title={grouped ? 'Grouped by event, each by its newest try: show every try (G)' : 'One row for each event (G)'}
      onClick={toggle}
    >
      <Layers aria-hidden />
    </IconButton>
  );
}
