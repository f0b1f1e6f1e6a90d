import { TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { formatCount } from '#renderer/ui/format-amount.ts';
import { useNow } from '#renderer/ui/use-now.ts';
import { describeFault, describeRemaining, toTitleMark } from './answer-plan.ts';
import { useAnswer } from './use-answer.ts';
import styles from './answer.module.css';

/** A strip under the toolbar, and a mark in the window's title, for as long as anything but 200 is armed. */
export function ArmedBanner() {
  const { answer, arm } = useAnswer();
  const now = useNow(1000);
  const mark = toTitleMark(answer);
  useEffect(() => {
    document.title = mark === '' ? 'Hookloupe' : `${mark} · Hookloupe`;
  }, [mark]);

  if (!answer?.override) return null;
  const left = describeRemaining(answer, now);
  const byRequests = answer.limit !== null && 'requests' in answer.limit;
  const span = left === null ? 'until it is switched off' : byRequests ? `${left} requests left` : `${left} left`;
  return (
    <output className={styles.banner}>
      <TriangleAlert aria-hidden />
      <span>
        Every request gets <b>{describeFault(answer.override)}</b>, {span}.
        {answer.held > 0 ? ` ${formatCount(answer.held)} held right now.` : ''}
      </span>
      <Button variant="quiet" className={styles.back} onClick={() => arm(null, null)}>
        Back to 200
      </Button>
    </output>
  );
}
