import { ChevronRight, Unplug } from 'lucide-react';
import type { Shot } from '#shared/protocol/delivery.ts';
import type { Replay } from '#shared/protocol/replay.ts';
import { AnswerPill } from '#renderer/ui/answer-pill.tsx';
import { formatCount, formatDuration } from '#renderer/ui/format-amount.ts';
import { formatClock } from '#renderer/ui/format-time.ts';
import { Pill } from '#renderer/ui/pill.tsx';
import { describeRun } from './run-text.ts';
import styles from './replay.module.css';

export interface ReplayProgressProps {
  replay: Replay;
  failure: string | null;
}

/** How far a replay is, and what the receiver says. */
export function ReplayProgress({ replay, failure }: ReplayProgressProps) {
  return (
    <div className={styles.run}>
      <output className={styles.runLine}>
        <b>{describeRun(replay)}</b>
        <code className={styles.target}>{replay.targetUrl}</code>
      </output>
      <progress className={styles.bar} max={Math.max(1, replay.total)} value={replay.sent} aria-label="Sent" />
      <div className={styles.tallies}>
        {Object.entries(replay.byStatus).map(([status, count]) => (
          <span key={status} className={styles.tally}>
            {status === 'error' ? (
              <Pill tone="danger" icon={<Unplug aria-hidden />}>
                no answer
              </Pill>
            ) : (
              <AnswerPill answer={{ action: 'respond', status: Number(status) }} />
            )}
            {formatCount(count)}
          </span>
        ))}
      </div>
      {replay.message === null && failure === null ? null : (
        <p className={styles.failure} role="alert">
          {replay.message ?? failure}
        </p>
      )}
      <ol className={styles.shots}>
        {replay.shots.map((shot) => (
          <li key={`${shot.deliveryId} ${shot.startedAt}`}>
            <ShotLine shot={shot} />
          </li>
        ))}
      </ol>
      {replay.sent > replay.shots.length ? (
        <p className={styles.note}>
          The first {replay.shots.length} are listed; each delivery shows its own under Attempts.
        </p>
      ) : null}
    </div>
  );
}

function ShotLine({ shot }: { shot: Shot }) {
  return (
    <details className={styles.shot}>
      <summary className={styles.shotLine}>
        <ChevronRight aria-hidden className={styles.chevron} />
        <code>{formatClock(shot.startedAt, 'local')}</code>
        {shot.status === null ? (
          <Pill tone={shot.error === null ? 'neutral' : 'danger'}>
            {shot.error === null ? 'under way' : 'no answer'}
          </Pill>
        ) : (
          <AnswerPill answer={{ action: 'respond', status: shot.status }} />
        )}
        <span className={styles.answerHead}>{shot.error ?? firstLine(shot.responseBody)}</span>
        {shot.durationMs === null ? null : <span className={styles.note}>{formatDuration(shot.durationMs)}</span>}
      </summary>
      <pre className={styles.response}>
        {shot.responseHeaders.map(([name, value]) => `${name}: ${value}\n`).join('')}
        {shot.responseHeaders.length > 0 ? '\n' : ''}
        {shot.responseBody === '' ? '(empty body)' : shot.responseBody}
      </pre>
    </details>
  );
}

function firstLine(text: string): string {
  const line = text.trimStart().split('\n', 1)[0] ?? '';
  return line === '' ? 'empty body' : line.slice(0, 200);
}
