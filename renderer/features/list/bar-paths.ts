import type { Histogram } from '#shared/protocol/query.ts';

/** Height that the fullest bar takes, of 100. */
const fullHeight = 96;
/** A failure never disappears beside a great many others. */
const leastFailedHeight = 7;
const barWidth = 0.8;

/** SVG paths in a box of `buckets.length` × 100: what was answered well from the bottom, what failed on top of it. */
export function toBarPaths(buckets: Histogram['buckets']): { fine: string; failed: string } {
  const most = Math.max(1, ...buckets.map((bucket) => bucket.total));
  let fine = '';
  let failed = '';
  buckets.forEach((bucket, x) => {
    const share = bucket.failed === 0 ? 0 : Math.max(leastFailedHeight, (bucket.failed / most) * fullHeight);
    const whole = Math.max(share, (bucket.total / most) * fullHeight);
    fine += bar(x, 0, whole - share);
    failed += bar(x, whole - share, share);
  });
  return { fine, failed };
}

function bar(x: number, base: number, height: number): string {
  return height <= 0 ? '' : `M${x} ${round(100 - base)}v${round(-height)}h${barWidth}v${round(height)}z`;
}

const round = (value: number): number => Math.round(value * 100) / 100;
