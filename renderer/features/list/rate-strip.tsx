import { useState, type PointerEvent } from 'react';
import type { Histogram } from '#shared/protocol/query.ts';
import { useActions, useInspector } from '#renderer/state/use-inspector.ts';
import { formatCount } from '#renderer/ui/format-amount.ts';
import { formatClock } from '#renderer/ui/format-time.ts';
import { toBarPaths } from './bar-paths.ts';
import styles from './rate-strip.module.css';

/** Arrivals over time, answered well below, failed above. Dragging makes a time range of the filter. */
export function RateStrip() {
  const histogram = useInspector((s) => s.histogram);
  if (histogram === null || histogram.buckets.length === 0) return <div className={styles.strip} />;
  return <Bars histogram={histogram} />;
}

function Bars({ histogram }: { histogram: Histogram }) {
  const { buckets } = histogram;
  const [over, setOver] = useState<number | null>(null);
  const [range, setRange] = useState<[number, number] | null>(null);
  const { narrowFilter } = useActions();
  const paths = toBarPaths(buckets);

  const toBucket = (event: PointerEvent): number => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - box.left) / box.width) * buckets.length);
    return Math.min(Math.max(at, 0), buckets.length - 1);
  };
  const finish = (): void => {
    setRange(null);
    const term = range && toTimeRange(histogram, Math.min(...range), Math.max(...range));
    if (term) narrowFilter(`received:${term}`);
  };
  return (
    <figure
      className={styles.strip}
      aria-label={describe(histogram)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setRange([toBucket(event), toBucket(event)]);
      }}
      onPointerMove={(event) => {
        const at = toBucket(event);
        setOver(at);
        setRange((now) => now && [now[0], at]);
      }}
      onPointerUp={finish}
      onPointerCancel={() => setRange(null)}
      onPointerLeave={() => setOver(null)}
    >
      <svg viewBox={`0 0 ${buckets.length} 100`} preserveAspectRatio="none" aria-hidden>
        {range === null ? null : (
          <rect
            className={styles.range}
            x={Math.min(...range)}
            y={0}
            width={Math.abs(range[1] - range[0]) + 1}
            height={100}
          />
        )}
        {over === null ? null : <rect className={styles.over} x={over} y={0} width={1} height={100} />}
        <path className={styles.fine} d={paths.fine} />
        <path className={styles.failed} d={paths.failed} />
      </svg>
      <Readout histogram={histogram} index={over} />
    </figure>
  );
}

function Readout({ histogram, index }: { histogram: Histogram; index: number | null }) {
  const zone = useInspector((s) => s.preferences.zone);
  const bucket = index === null ? undefined : histogram.buckets[index];
  if (bucket === undefined) return null;
  return (
    <span className={styles.readout}>
      {formatClock(bucket.at, zone).slice(0, 8)} · {formatCount(bucket.total)}
      {bucket.failed > 0 ? ` · ${formatCount(bucket.failed)} failed` : ''}
    </span>
  );
}

function toTimeRange({ buckets, bucketMs }: Histogram, first: number, last: number): string | null {
  const [from, to] = [buckets[first], buckets[last]];
  if (!from || !to) return null;
  return `${from.at}..${new Date(Date.parse(to.at) + bucketMs - 1).toISOString()}`;
}

function describe({ buckets }: Histogram): string {
  const sum = (pick: 'total' | 'failed'): number => buckets.reduce((count, bucket) => count + bucket[pick], 0);
  return `Arrivals over time: ${formatCount(sum('total'))}, of which ${formatCount(sum('failed'))} failed`;
}
