import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { formatCount, formatDuration } from '#renderer/ui/format-amount.ts';
import { useNow } from '#renderer/ui/use-now.ts';
import { HeldDialog } from './held-dialog.tsx';
import { useHeld } from './use-held.ts';
import styles from './held.module.css';

/** How many requests are held without an answer, for how long, and the ways to let them go. */
export function HeldStrip({ held }: { held: number }) {
  const { requests, release } = useHeld(held);
  const [open, setOpen] = useState(false);
  const now = useNow(1000);
  const oldest = requests?.items[0];
  const age =
    oldest === undefined ? '' : `, the oldest for ${formatDuration(Math.max(0, now - Date.parse(oldest.since)))}`;
  return (
    <section className={styles.strip} aria-label="Held requests">
      <Hourglass aria-hidden />
      <output>
        {formatCount(held)} {held === 1 ? 'request' : 'requests'} held
      </output>
      <span className={styles.age}>{age}</span>
      <Button className={styles.button} onClick={() => release({ status: 200 })}>
        Release 200
      </Button>
      <Button className={styles.button} onClick={() => release({ status: 500 })}>
        Release 500
      </Button>
      <Button className={styles.button} title="Close the connections without an answer" onClick={() => release('drop')}>
        Drop
      </Button>
      <Button className={styles.button} onClick={() => setOpen(true)}>
        Show
      </Button>
      <HeldDialog open={open} onOpenChange={setOpen} requests={requests} nowMs={now} onRelease={release} />
    </section>
  );
}
