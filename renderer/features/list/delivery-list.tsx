import { ArrowDown } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { DeliveryItem } from '#shared/protocol/delivery.ts';
import { useActions, useCommand, useInspector, useRows } from '#renderer/state/use-inspector.ts';
import { rowHeights } from '#renderer/state/preferences.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ContextMenu } from '#renderer/ui/popup/context-menu.tsx';
import { formatCount } from '#renderer/ui/format-amount.ts';
import { useScaledWindow, type ScaledWindow } from '#renderer/ui/scaled-window/use-scaled-window.ts';
import { DeliveryRow, SkeletonRow } from './delivery-row.tsx';
import { firstRowIndex, toGridProps } from './grid-props.ts';
import { RowMenu } from './row-menu.tsx';
import { EmptyList } from './empty-list.tsx';
import styles from './delivery-list.module.css';

/** Height of the column heads, as in the style sheet. */
const headHeight = 26;
/** Room under the last row, so that the button that resumes never covers it, and nothing moves when it comes. */
const resumeHeight = 38;

/** The list of deliveries, newest at the bottom: live it is glued to the end, held nothing in it moves. */
export function DeliveryList() {
  const total = useInspector((s) => s.total);
  const follow = useInspector((s) => s.follow);
  const activeIndex = useInspector((s) => s.activeIndex);
  const rowHeight = useInspector((s) => rowHeights[s.preferences.density]);
  const order = useInspector((s) => s.order);
  const grouped = useInspector((s) => s.grouped);
  const actions = useActions();
  const scroller = useRef<HTMLDivElement>(null);
  const view = useScaledWindow(scroller, {
    count: total,
    rowHeight,
    headHeight,
    endMargin: resumeHeight,
    follow: follow === 'live',
    onLeaveEnd: actions.hold,
  });
  const { first, last } = view;

  useEffect(() => actions.showRows(first, last), [actions, first, last]);
  // Only a new selection moves the list; whatever else changed must not.
  const reveal = useEffectEvent((index: number) => {
    const isFar = index < first - view.pageRows || index > last + view.pageRows;
    if (follow === 'held') view.scrollToIndex(index, isFar ? 'center' : 'auto');
  });
  useEffect(() => {
    if (activeIndex !== null) reveal(activeIndex);
  }, [activeIndex]);
  useListCommands(view.pageRows, view.scrollToIndex);

  return (
    <section className={styles.list} aria-label="Deliveries">
      <div ref={scroller} className={styles.scroller}>
        <div className={styles.spacer} style={{ height: view.spacerPx }}>
          <table
            {...toGridProps(
              total,
              activeIndex !== null && activeIndex >= first && activeIndex < last ? activeIndex : null,
            )}
            className={styles.layer}
            style={{ height: view.layerPx }}
          >
            <ColumnHeads clock={order === 'arrival' ? 'Received' : 'event_ts'} grouped={grouped} />
            <Rows view={view} />
          </table>
        </div>
      </div>
      <EmptyList />
      <ResumeButton />
    </section>
  );
}

function ColumnHeads({ clock, grouped }: { clock: string; grouped: boolean }) {
  return (
    <thead>
      <tr aria-rowindex={1} className={styles.heads}>
        <th>{clock}</th>
        <th className={styles.kind}>Kind</th>
        <th>{grouped ? 'Grouped by event' : 'Event'}</th>
        <th>Response</th>
        <th className={styles.try}>Try</th>
        <th className={styles.lagHead}>Lag</th>
        <th className={styles.key}>Key</th>
      </tr>
    </thead>
  );
}

/** The rows in sight, with one menu for all of them; opening it holds the list. */
function Rows({ view }: { view: ScaledWindow }) {
  const rows = useRows();
  const { hold } = useActions();
  const [menuItem, setMenuItem] = useState<DeliveryItem | null>(null);
  const onOpen = (target: EventTarget | null): boolean => {
    const element = target instanceof Element ? target.closest('tr') : null;
    const item = rows.row(Number(element?.getAttribute('aria-rowindex')) - firstRowIndex);
    if (!item) return false;
    hold();
    setMenuItem(item);
    return true;
  };
  return (
    <ContextMenu
      onOpen={onOpen}
      area={
        <tbody className={styles.body}>
          <VisibleRows view={view} />
        </tbody>
      }
    >
      {menuItem === null ? null : <RowMenu item={menuItem} />}
    </ContextMenu>
  );
}

function VisibleRows({ view }: { view: ScaledWindow }): ReactNode[] {
  const rows = useRows();
  const activeId = useInspector((s) => s.activeId);
  const activeIndex = useInspector((s) => s.activeIndex);
  const pinnedId = useInspector((s) => s.pinnedId);
  const grouped = useInspector((s) => s.grouped);
  const zone = useInspector((s) => s.preferences.zone);
  const clock = useInspector((s) => (s.order === 'arrival' ? 'received' : 'event_ts'));
  const { selectDelivery } = useActions();
  useInspector((s) => s.rowsVersion);

  return Array.from({ length: Math.max(0, view.last - view.first) }, (_, i) => {
    const index = view.first + i;
    const item = rows.row(index);
    if (!item) return <SkeletonRow key={index} index={index} top={view.top(index)} active={index === activeIndex} />;
    return (
      <DeliveryRow
        key={index}
        item={item}
        index={index}
        top={view.top(index)}
        // Grouped, the row stands for every try of its event.
        active={grouped ? index === activeIndex : item.id === activeId}
        endsRequest={rows.row(index + 1)?.requestId !== item.requestId}
        pinned={item.id === pinnedId}
        zone={zone}
        clock={clock}
        onSelect={selectDelivery}
      />
    );
  });
}

function ResumeButton() {
  const held = useInspector((s) => s.follow === 'held');
  const newCount = useInspector((s) => s.newCount);
  const { resumeLive } = useActions();
  if (!held) return null;
  return (
    <div className={styles.resume}>
      <Button variant="primary" icon={<ArrowDown aria-hidden />} onClick={resumeLive}>
        {newCount > 0 ? `${formatCount(newCount)} new · ` : ''}Resume live (L)
      </Button>
    </div>
  );
}

function useListCommands(pageRows: number, scrollToIndex: (index: number) => void): void {
  const actions = useActions();
  useCommand('row.next', () => actions.moveSelection(1));
  useCommand('row.previous', () => actions.moveSelection(-1));
  useCommand('row.pageDown', () => actions.moveSelection(pageRows));
  useCommand('row.pageUp', () => actions.moveSelection(-pageRows));
  useCommand('row.first', () => {
    actions.selectIndex(0);
    // It may be selected already, and out of sight.
    scrollToIndex(0);
  });
  useCommand('row.last', actions.resumeLive);
  useCommand('view.live', actions.resumeLive);
  useCommand('view.hold', actions.toggleHold);
  useCommand('visit.back', actions.visitBack);
  useCommand('visit.forward', actions.visitForward);
}
