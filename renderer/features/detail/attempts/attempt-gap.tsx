import { useState } from 'react';
import type { ChainAttempt } from '#shared/protocol/delivery.ts';
import { formatGap } from '../time-text.ts';
import { describeHeaders } from './chain-text.ts';
import { HeaderChanges } from './header-changes.tsx';
import styles from './attempts.module.css';

export interface AttemptGapProps {
  attempt: ChainAttempt;
  before: ChainAttempt;
  /** Compare the bodies. */
  onDiff: () => void;
}

/** Between two tries: how long it took, and what of the request is not the same. */
export function AttemptGap({ attempt, before, onDiff }: AttemptGapProps) {
  const [areHeadersOpen, setHeadersOpen] = useState(false);
  const { changedHeaders, gapMs, sameBody } = attempt;
  const headers = describeHeaders(attempt);
  return (
    <li className={styles.gap}>
      <span className={styles.rail} aria-hidden />
      <span className={styles.changes}>
        {gapMs === null ? null : <span>+{formatGap(gapMs)}</span>}
        {sameBody === null ? null : (
          <span className={styles.dim}>
            body: {sameBody ? 'identical' : 'differs'}
            {sameBody ? null : (
              <button
                type="button"
                className={styles.link}
                aria-label={`Difference of try ${attempt.attempt}`}
                onClick={onDiff}
              >
                diff
              </button>
            )}
          </span>
        )}
        {headers === null ? null : (
          <span className={styles.dim}>
            {headers}
            {changedHeaders?.length ? (
              <button
                type="button"
                className={styles.link}
                aria-label={`Difference of the headers of try ${attempt.attempt}`}
                aria-expanded={areHeadersOpen}
                onClick={() => setHeadersOpen(!areHeadersOpen)}
              >
                diff
              </button>
            ) : null}
          </span>
        )}
      </span>
      {areHeadersOpen && changedHeaders ? (
        <HeaderChanges names={changedHeaders} beforeId={before.requestId} afterId={attempt.requestId} />
      ) : null}
    </li>
  );
}
