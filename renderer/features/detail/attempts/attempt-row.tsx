import { CopyCheck } from 'lucide-react';
import type { ChainAttempt } from '#shared/protocol/delivery.ts';
import { AnswerPill } from '#renderer/ui/answer-pill.tsx';
import { formatClock, formatDateTime } from '#renderer/ui/format-time.ts';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import { Pill } from '#renderer/ui/pill.tsx';
import { describeDecider } from '../answer-text.ts';
import { durationBetween, formatGap } from '../time-text.ts';
import styles from './attempts.module.css';

export interface AttemptRowProps {
  attempt: ChainAttempt;
  current: boolean;
  /** An earlier try had been accepted. */
  duplicate: boolean;
  onSelect: (deliveryId: number) => void;
}

/** One try, below the gap that led to it. */
export function AttemptRow({ attempt, current, duplicate, onSelect }: AttemptRowProps) {
  const tookMs = durationBetween(attempt.receivedAt, attempt.answeredAt ?? attempt.peerClosedAt);
  return (
    <>
      {attempt.gapMs === null ? null : (
        <li className={styles.gap}>
          <span className={styles.rail} aria-hidden />
          <span>+{formatGap(attempt.gapMs)}</span>
          <span className={styles.dim}>{describeBody(attempt.sameBody)}</span>
        </li>
      )}
      <li className={joinClasses(styles.attempt, current && styles.current)}>
        <button
          type="button"
          className={styles.open}
          aria-current={current ? 'true' : undefined}
          aria-label={`Try ${attempt.attempt}${current ? ', shown now' : ''}`}
          onClick={() => onSelect(attempt.deliveryId)}
        >
          #{attempt.attempt}
        </button>
        <time className={styles.time} dateTime={attempt.receivedAt} title={formatDateTime(attempt.receivedAt, 'utc')}>
          {formatClock(attempt.receivedAt, 'local')}
        </time>
        <AnswerPill answer={attempt.answer} />
        <span className={styles.facts}>
          {tookMs === null ? 'open' : formatGap(tookMs)}
          <span className={styles.dim}> · {describeDecider(attempt.answer.decidedBy)}</span>
          {attempt.origin === 'platform' ? null : <span className={styles.dim}> · {attempt.origin}</span>}
        </span>
        {duplicate ? (
          <Pill tone="warn" icon={<CopyCheck aria-hidden />} title="Came although an earlier try was answered 200">
            after success
          </Pill>
        ) : null}
      </li>
    </>
  );
}

function describeBody(sameBody: boolean | null): string {
  if (sameBody === null) return '';
  return sameBody ? 'same body bytes' : 'different body bytes';
}
