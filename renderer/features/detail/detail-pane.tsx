// The right-hand pane: one delivery, seen five ways. The chosen tab stays when another delivery is selected.
import { MousePointerClick } from 'lucide-react';
import { useState } from 'react';
import { useActions, useCommand, useInspector, useRows } from '#renderer/state/use-inspector.ts';
import { DeliveryView } from './delivery-view.tsx';
import { detailTabs, type DetailTab } from './detail-tabs.ts';
import type { DiffPartner } from './diff/diff-pair.ts';
import { useDelivery } from './use-delivery.ts';
import { useNow } from '#renderer/ui/use-now.ts';
import styles from './detail.module.css';

export function DetailPane() {
  const activeId = useInspector((state) => state.activeId);
  const [tab, setTab] = useState<DetailTab>('fields');
  const { detail, error } = useDelivery(activeId, useRevision(activeId, tab));
  const [partner, setPartner] = useState<DiffPartner>('pinned');
  useTabCommands(setTab, setPartner);

  return (
    <section className={styles.pane} aria-label="Delivery">
      {activeId === null ? (
        <div className={styles.nothing}>
          <MousePointerClick aria-hidden />
          <p>Select a delivery</p>
          <p className={styles.hint}>
            <kbd>J</kbd> <kbd>K</kbd> or the arrow keys walk the list
          </p>
        </div>
      ) : detail === null ? (
        <p className={styles.loading}>{error ?? 'Reading…'}</p>
      ) : (
        <DeliveryView detail={detail} tab={tab} partner={partner} onTab={setTab} />
      )}
    </section>
  );
}

/** Changes when the delivery should be read again: its row changed, or replays may have been added while they are looked at. */
function useRevision(id: number | null, tab: DetailTab): string {
  useInspector((state) => state.rowsVersion);
  const rows = useRows();
  const row = id === null ? undefined : rows.row(rows.indexOf(id));
  const now = useNow(2000);
  const followed = tab === 'attempts' ? now : 0;
  return row === undefined
    ? `${followed}`
    : `${row.attempts} ${row.answeredAt} ${row.peerClosedAt} ${row.early} ${row.late} ${followed}`;
}

function useTabCommands(setTab: (tab: DetailTab) => void, setPartner: (partner: DiffPartner) => void): void {
  const { toast, pinA } = useActions();
  const activeId = useInspector((state) => state.activeId);
  const pinnedId = useInspector((state) => state.pinnedId);
  useCommand('detail.tab1', () => setTab(detailTabs[0]));
  useCommand('detail.tab2', () => setTab(detailTabs[1]));
  useCommand('detail.tab3', () => setTab(detailTabs[2]));
  useCommand('detail.tab4', () => setTab(detailTabs[3]));
  useCommand('detail.tab5', () => setTab(detailTabs[4]));
  // By the row, not by what is shown: the row may have moved on while its delivery is still being read.
  useCommand('diff.pin', () => activeId !== null && pinA(pinnedId === activeId ? null : activeId));
  useCommand('diff.withPinned', () => {
    if (pinnedId === null) toast('Nothing is pinned as A. Select a delivery and press P.');
    else {
      setPartner('pinned');
      setTab('diff');
    }
  });
  useCommand('diff.default', () => {
    setPartner('default');
    setTab('diff');
  });
}
