import { useEffect, useRef, useState } from 'react';
import { Group, Panel, Separator, type PanelImperativeHandle } from 'react-resizable-panels';
import { AnswerControl } from '#renderer/features/answer/answer-control.tsx';
import { ArmedBanner } from '#renderer/features/answer/armed-banner.tsx';
import { ExperimentControl } from '#renderer/features/experiment/experiment-control.tsx';
import { Facets } from '#renderer/features/facets/facets.tsx';
import { Onboarding } from '#renderer/features/onboarding/onboarding.tsx';
import { Keys } from '#renderer/features/keys/keys.tsx';
import { StatusBar } from '#renderer/features/status-bar/status-bar.tsx';
import { Toolbar } from '#renderer/features/toolbar/toolbar.tsx';
import { DetailPane } from '#renderer/features/detail/detail-pane.tsx';
import { ReplayDialog } from '#renderer/features/replay/replay-dialog.tsx';
import { ProductionBanner } from '#renderer/features/sender/production-banner.tsx';
import { SenderDialog } from '#renderer/features/sender/sender-dialog.tsx';
import { useActions, useCommand, useInspector } from '../state/use-inspector.ts';
import { useMediaQuery } from './use-media-query.ts';
import { Centre } from './centre.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { usePaneCommands } from './pane-commands.ts';
import styles from './shell.module.css';

const sidebarPx = 216;

/** Toolbar, sidebar, list, detail, status bar; until something was received, how to get there. Below 1100 px the detail goes under the list. */
export function Shell() {
  const neverReceived = useInspector((s) => s.status !== null && s.status.store.requests === 0);
  const sidebar = useSidebar();
  const frame = useRef<HTMLDivElement>(null);
  usePaneCommands(frame);
  return (
    <div ref={frame} className={styles.shell}>
      <Toolbar answer={<AnswerControl />} tools={<Keys />} />
      <ConnectionBanner />
      <ProductionBanner />
      <ArmedBanner />
      <Group className={styles.panes} orientation="horizontal">
        <Panel
          id="sidebar"
          panelRef={sidebar.panel}
          onResize={({ inPixels }) => sidebar.setShown(inPixels > 0)}
          collapsible
          collapsedSize={0}
          defaultSize={sidebar.initialSize}
          minSize={160}
          maxSize={320}
          groupResizeBehavior="preserve-pixel-size"
        >
          <div data-pane="sidebar" className={styles.pane}>
            <Facets />
          </div>
        </Panel>
        <Separator className={styles.separator} aria-label="Sidebar width" />
        <Panel id="work" minSize={400}>
          {neverReceived ? (
            <main data-pane="list" className={styles.pane} tabIndex={-1}>
              <Onboarding />
            </main>
          ) : (
            <Work />
          )}
        </Panel>
      </Group>
      <StatusBar aside={<ExperimentControl />} />
      <ReplayDialog />
      <SenderDialog />
    </div>
  );
}

/** List and detail. */
function Work() {
  const narrow = useMediaQuery('(width < 1100px)');
  return (
    <Group key={String(narrow)} className={styles.panes} orientation={narrow ? 'vertical' : 'horizontal'}>
      <Panel id="centre" minSize={narrow ? 160 : 340}>
        <Centre />
      </Panel>
      <Separator className={styles.separator} aria-label="Detail size" />
      <Panel
        id="detail"
        defaultSize={narrow ? '45%' : 512}
        minSize={narrow ? 140 : 380}
        groupResizeBehavior="preserve-pixel-size"
      >
        <div data-pane="detail" className={styles.pane} tabIndex={-1}>
          <DetailPane />
        </div>
      </Panel>
    </Group>
  );
}

function useSidebar() {
  const shown = useInspector((s) => s.preferences.sidebar);
  const { setPreference } = useActions();
  const panel = useRef<PanelImperativeHandle>(null);
  const [initialSize] = useState(shown ? sidebarPx : 0);
  const setShown = (next: boolean): void => {
    if (next !== shown) setPreference('sidebar', next);
  };
  useCommand('view.sidebar', () => setShown(!shown));
  useEffect(() => {
    if (shown && panel.current?.isCollapsed()) panel.current.resize(sidebarPx);
    if (!shown) panel.current?.collapse();
  }, [shown]);
  return { panel, initialSize, setShown };
}
