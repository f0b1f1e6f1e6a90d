// Loud for as long as production posts to what is meant for staging. Own traffic never counts (shared/protocol/status.ts).
import { Siren, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { DeliveryPage } from '#shared/protocol/query.ts';
import { useActions, useEngine, useInspector } from '#renderer/state/use-inspector.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { formatCount, formatDuration } from '#renderer/ui/format-amount.ts';
import { formatDateTime } from '#renderer/ui/format-time.ts';
import { useNow } from '#renderer/ui/use-now.ts';
import { hourOf, isRecent } from './production-alarm.ts';
import styles from './sender.module.css';

const productionFilter = 'env:production is:platform';

export function ProductionBanner() {
  const lastAt = useInspector((state) => state.status?.receiver.lastProductionAt ?? null);
  const nowMs = useNow(1000);
  const [dismissedHour, setDismissedHour] = useState<number | null>(null);
  const lastAtMs = lastAt === null ? null : Date.parse(lastAt);
  if (lastAtMs === null || !isRecent(lastAtMs, nowMs)) return null;
  if (dismissedHour !== null && hourOf(lastAtMs) <= dismissedHour) return null;
  return <Alarm lastAtMs={lastAtMs} nowMs={nowMs} onDismiss={() => setDismissedHour(hourOf(lastAtMs))} />;
}

interface AlarmProps {
  lastAtMs: number;
  nowMs: number;
  onDismiss: () => void;
}

function Alarm({ lastAtMs, nowMs, onDismiss }: AlarmProps) {
  const zone = useInspector((state) => state.preferences.zone);
  const { applyFilter } = useActions();
  const { first, total } = useProductionDeliveries(lastAtMs);
  return (
    <div className={styles.alarm}>
      <Siren aria-hidden />
      <span className={styles.alarmText}>
        <b role="alert">Production is posting to this inspector.</b>{' '}
        {first === null
          ? null
          : `${formatCount(total)} ${total === 1 ? 'delivery' : 'deliveries'} since ${formatDateTime(first, zone).slice(0, 19)}, `}
        last {formatSeconds(nowMs - lastAtMs)} ago.
      </span>
      <Button variant="danger" onClick={() => applyFilter(productionFilter)}>
        Show
      </Button>
      <IconButton label="Dismiss until the next hour in which production posts" onClick={onDismiss}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}

/** Whole seconds: the banner is there to be read, not to flicker. */
function formatSeconds(spanMs: number): string {
  const seconds = Math.max(0, Math.round(spanMs / 1000));
  return seconds < 10 ? `${seconds} s` : formatDuration(seconds * 1000);
}

/** The first delivery from production in this capture, and how many there are; counted anew at most every ten seconds. */
function useProductionDeliveries(lastAtMs: number): { first: string | null; total: number } {
  const engine = useEngine();
  const [counted, setCounted] = useState<{ page: DeliveryPage; period: number } | null>(null);
  const period = Math.floor(lastAtMs / 10_000);
  useEffect(() => {
    const abort = new AbortController();
    engine
      .call('deliveries.list', { query: { filter: productionFilter, limit: 1 } }, abort.signal)
      .then((page) => setCounted({ page, period }))
      // The banner stands without the count; the engine's absence has a banner of its own.
      .catch(() => undefined);
    return () => abort.abort();
  }, [engine, period]);
  return { first: counted?.page.items[0]?.receivedAt ?? null, total: counted?.page.total ?? 0 };
}
