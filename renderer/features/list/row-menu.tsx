import { Copy, Filter, FilterX, Layers, Pin } from 'lucide-react';
import type { DeliveryItem } from '#shared/protocol/delivery.ts';
import { useActions } from '#renderer/state/use-inspector.ts';
import { MenuItem, MenuSeparator } from '#renderer/ui/menu.tsx';

/** What can be done with one row, without opening it. */
export function RowMenu({ item }: { item: DeliveryItem }) {
  const { addFilterTerm, pinA, selectDelivery, toast, report } = useActions();
  const { id, eventId, eventName } = item;
  const copy = (text: string, what: string): void => {
    navigator.clipboard.writeText(text).then(() => toast(`${what} copied`, { tone: 'ok' }), report);
  };
  return (
    <>
      <MenuItem icon={<Filter aria-hidden />} onSelect={() => addFilterTerm('event', eventName ?? '', 'include')}>
        Only {eventName ?? 'unparsed'}
      </MenuItem>
      <MenuItem icon={<FilterX aria-hidden />} onSelect={() => addFilterTerm('event', eventName ?? '', 'exclude')}>
        Without {eventName ?? 'unparsed'}
      </MenuItem>
      {eventId === null ? null : (
        <MenuItem icon={<Layers aria-hidden />} onSelect={() => addFilterTerm('event_id', eventId, 'include')}>
          Every try of this event
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem
        icon={<Pin aria-hidden />}
        hint="P"
        onSelect={() => {
          selectDelivery(id);
          pinA(id);
        }}
      >
        Pin as A
      </MenuItem>
      {eventId === null ? null : (
        <MenuItem icon={<Copy aria-hidden />} onSelect={() => copy(eventId, 'event_id')}>
          Copy event_id
        </MenuItem>
      )}
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => copy(JSON.stringify(item), 'Row')}>
        Copy row as JSON
      </MenuItem>
    </>
  );
}
