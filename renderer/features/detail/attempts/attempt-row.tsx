import type { ChainAttempt } from '#shared/protocol/delivery.ts';
import { classWords } from '#renderer/ui/attempt/class-words.ts';
import { AnswerPill } from '#renderer/ui/answer-pill.tsx';
import { formatClock, formatDateTime, type Zone } from '#renderer/ui/format-time.ts';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import { Pill } from '#renderer/ui/pill.tsx';
import { describeDecider } from '../answer-text.ts';
import { AttemptGap } from './attempt-gap.tsx';
import { describeBatch, describeConversation } from './chain-text.ts';
import styles from './attempts.module.css';

export interface AttemptRowProps {
  attempt: ChainAttempt;
  /** The try before it in the list; null for the first. */
  before: ChainAttempt | null;
  current: boolean;
  zone: Zone;
  onSelect: (deliveryId: number) => void;
  onDiff: (deliveryId: number) => void;
}

/** One try, below the gap that led to it. */
export function AttemptRow({ attempt, before, current, zone, onSelect, onDiff }: AttemptRowProps) {
  const { answer, classes, deliveryId, origin, receivedAt } = attempt;
  const batch = describeBatch(attempt);
  return (
    <>
      {before === null ? null : <AttemptGap attempt={attempt} before={before} onDiff={() => onDiff(deliveryId)} />}
      <li className={joinClasses(styles.attempt, current && styles.current)}>
        <button
          type="button"
          className={styles.open}
          aria-current={current ? 'true' : undefined}
          aria-label={`Try ${attempt.attempt}${current ? ', shown now' : ''}`}
          onClick={() => onSelect(deliveryId)}
        >
          #{attempt.attempt}
        </button>
        <time className={styles.time} dateTime={receivedAt} title={formatDateTime(receivedAt, zone)}>
          {formatClock(receivedAt, zone)}
        </time>
        <AnswerPill answer={answer} />
        <span className={styles.facts}>
          {describeConversation(attempt)}
          <span className={styles.dim}> · {answer.detail ?? describeDecider(answer.decidedBy)}</span>
          {origin === 'platform' ? null : <span className={styles.dim}> · {origin}</span>}
        </span>
        {classes.length === 0 ? null : (
          <span className={styles.classes}>
            {classes.map((each) => (
              <Pill key={each} tone={classWords[each].isOdd ? 'warn' : 'neutral'} title={classWords[each].words}>
                {classWords[each].label}
              </Pill>
            ))}
          </span>
        )}
        {batch === null ? null : <span className={styles.batch}>{batch}</span>}
      </li>
    </>
  );
}
