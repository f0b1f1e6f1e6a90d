import type { Replay } from '#shared/protocol/replay.ts';
import { formatCount } from '#renderer/ui/format-amount.ts';

/** `12 of 40 sent`, `All 40 sent`, `Stopped after 12 of 40`. */
export function describeRun({ state, sent, total }: Pick<Replay, 'state' | 'sent' | 'total'>): string {
  const progress = `${formatCount(sent)} of ${formatCount(total)}`;
  switch (state) {
    case 'running':
      return `${progress} sent`;
    case 'done':
      return total === 1 ? 'Sent' : `All ${formatCount(total)} sent`;
    case 'stopped':
      return `Stopped after ${progress}`;
    case 'failed':
      return `Failed after ${progress}`;
  }
}
