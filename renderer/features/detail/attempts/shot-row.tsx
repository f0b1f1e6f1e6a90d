import { ChevronRight, Unplug } from 'lucide-react';
import type { Shot } from '#shared/protocol/delivery.ts';
import { AnswerPill } from '#renderer/ui/answer-pill.tsx';
import { formatDuration } from '#renderer/ui/format-amount.ts';
import { formatClock, formatDateTime } from '#renderer/ui/format-time.ts';
import { Pill } from '#renderer/ui/pill.tsx';
import styles from './attempts.module.css';

/** One send of a replay; opens to what the receiver said. */
export function ShotRow({ shot }: { shot: Shot }) {
  return (
    <li>
      <details className={styles.shot}>
        <summary className={styles.shotLine}>
          <ChevronRight aria-hidden className={styles.chevron} />
          <time className={styles.time} dateTime={shot.startedAt} title={formatDateTime(shot.startedAt, 'utc')}>
            {formatClock(shot.startedAt, 'local')}
          </time>
          <ShotOutcome shot={shot} />
          <span className={styles.target} title={shot.targetUrl}>
            {shot.targetUrl}
          </span>
          {shot.edited ? <Pill tone="info">edited</Pill> : null}
          {shot.durationMs === null ? null : <span className={styles.dim}>{formatDuration(shot.durationMs)}</span>}
        </summary>
        {shot.error === null ? null : <p className={styles.shotError}>{shot.error}</p>}
        {shot.responseHeaders.length === 0 ? null : (
          <pre className={styles.response}>
            {shot.responseHeaders.map(([name, value]) => `${name}: ${value}`).join('\n')}
          </pre>
        )}
        <pre className={styles.response}>
          {shot.responseBody === '' ? <span className={styles.dim}>empty body</span> : shot.responseBody}
        </pre>
      </details>
    </li>
  );
}

function ShotOutcome({ shot }: { shot: Shot }) {
  if (shot.status !== null) return <AnswerPill answer={{ action: 'respond', status: shot.status }} />;
  return shot.error === null ? (
    <Pill tone="neutral">under way</Pill>
  ) : (
    <Pill tone="danger" icon={<Unplug aria-hidden />}>
      no answer
    </Pill>
  );
}
