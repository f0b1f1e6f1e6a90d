import { Database, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { densities, zoneChoices, type Density } from '#renderer/state/preferences.ts';
import { useActions, useCommand, useInspector } from '#renderer/state/use-inspector.ts';
import { formatBytes, formatCount, formatDuration } from '#renderer/ui/format-amount.ts';
import { formatClock, formatOffset } from '#renderer/ui/format-time.ts';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import { Menu, MenuChoice } from '#renderer/ui/menu.tsx';
import { useNow } from '#renderer/ui/use-now.ts';
import styles from './status-bar.module.css';

export interface StatusBarProps {
  /** What else is under way. */
  aside?: ReactNode;
}

/** The bottom line: how fast, how much, live or held, and how times and rows are shown. */
export function StatusBar({ aside }: StatusBarProps) {
  return (
    <footer className={styles.bar} aria-label="Status">
      <Rate />
      <Stored />
      <span className={styles.space} />
      {aside}
      <Follow />
      <ZoneSwitch />
      <DensityMenu />
    </footer>
  );
}

function Rate() {
  const perMinute = useInspector((s) => s.status?.counters.perMinute ?? 0);
  const inFlight = useInspector((s) => s.status?.counters.inFlight ?? 0);
  const pending = useInspector((s) => s.status?.store.pending ?? 0);
  return (
    <>
      <span title="Requests received in the last 60 seconds">
        <i className={joinClasses(styles.dot, perMinute > 0 && styles.busy)} />
        {formatCount(perMinute)}/min
      </span>
      <span title="Requests accepted and not answered yet">In flight {formatCount(inFlight)}</span>
      <span title="Requests stored and not decoded yet" className={pending > 5000 ? styles.warn : undefined}>
        Queue {formatCount(pending)}
      </span>
    </>
  );
}

function Stored() {
  const store = useInspector((s) => s.status?.store);
  const now = useNow(30_000);
  if (store === undefined) return null;
  if (store.state === 'failing') {
    return (
      <span className={styles.danger} role="alert">
        <TriangleAlert aria-hidden /> {store.message ?? 'The capture file cannot be written.'}
      </span>
    );
  }
  const age = store.oldestAt === null ? 0 : now - Date.parse(store.oldestAt);
  return (
    <>
      <span title={store.captureFile}>
        <Database aria-hidden />
        {formatCount(store.deliveries)} stored · {formatBytes(store.sizeBytes)}
      </span>
      {age < 60_000 ? null : <Item>Oldest {formatDuration(age)}</Item>}
    </>
  );
}

function Follow() {
  const heldAtMs = useInspector((s) => s.heldAtMs);
  const zone = useInspector((s) => s.preferences.zone);
  if (heldAtMs === null) return <Item>Live</Item>;
  return <span className={styles.held}>Held at {formatClock(new Date(heldAtMs).toISOString(), zone).slice(0, 8)}</span>;
}

function ZoneSwitch() {
  const zone = useInspector((s) => s.preferences.zone);
  const { setPreference } = useActions();
  const now = useNow(60_000);
  const other = zoneChoices.find((choice) => choice !== zone) ?? zone;
  useCommand('view.zone', () => setPreference('zone', other));
  return (
    <button
      type="button"
      className={styles.button}
      title="Local time or UTC (U)"
      onClick={() => setPreference('zone', other)}
    >
      {zone === 'utc' ? 'Times UTC' : `Times local (${formatOffset(new Date(now))})`}
    </button>
  );
}

const densityNames: Record<Density, string> = { compact: 'Compact', default: 'Default', relaxed: 'Relaxed' };

function DensityMenu() {
  const density = useInspector((s) => s.preferences.density);
  const { setPreference } = useActions();
  return (
    <Menu
      side="top"
      align="end"
      trigger={
        <button type="button" className={styles.button}>
          {densityNames[density]} rows
        </button>
      }
    >
      <MenuChoice
        label="Rows"
        value={density}
        onChange={(next) => setPreference('density', next)}
        options={densities.map((value) => ({ value, label: densityNames[value] }))}
      />
    </Menu>
  );
}

function Item({ children }: { children: ReactNode }) {
  return <span>{children}</span>;
}
