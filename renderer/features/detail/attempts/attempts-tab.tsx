import { SectionTitle } from '#renderer/ui/section-title.tsx';
import type { Chain, DeliveryDetail } from '#shared/protocol/delivery.ts';
import { AttemptRow } from './attempt-row.tsx';
import { describeChain, describeNextTry, isDuplicateAfterSuccess } from './chain-text.ts';
import { ShotRow } from './shot-row.tsx';
import styles from './attempts.module.css';

export interface AttemptsTabProps {
  detail: DeliveryDetail;
  onSelect: (deliveryId: number) => void;
}

/** Every delivery of the event, then every time we replayed it. */
export function AttemptsTab({ detail, onSelect }: AttemptsTabProps) {
  return (
    <div className={styles.tab}>
      {detail.chain === null ? (
        <p className={styles.note}>This delivery has no event_id, so its other tries cannot be told.</p>
      ) : (
        <ChainList chain={detail.chain} currentId={detail.id} onSelect={onSelect} />
      )}
      {detail.batchIndex === null ? null : (
        <p className={styles.note}>Part of a batch: the answer applied to every envelope of the request.</p>
      )}
      <SectionTitle aside={describeShots(detail.shots.length)}>Replays</SectionTitle>
      {detail.shots.length === 0 ? (
        <p className={styles.note}>Not replayed yet. R sends it to a receiver of yours.</p>
      ) : (
        <ol className={styles.list}>
          {detail.shots.map((shot) => (
            <ShotRow key={`${shot.replayId} ${shot.startedAt}`} shot={shot} />
          ))}
        </ol>
      )}
    </div>
  );
}

function ChainList({
  chain,
  currentId,
  onSelect,
}: {
  chain: Chain;
  currentId: number;
  onSelect: (id: number) => void;
}) {
  const next = describeNextTry(chain);
  return (
    <>
      <p className={styles.state}>{describeChain(chain)}</p>
      <ol className={styles.list}>
        {chain.attempts.map((attempt) => (
          <AttemptRow
            key={attempt.deliveryId}
            attempt={attempt}
            current={attempt.deliveryId === currentId}
            duplicate={isDuplicateAfterSuccess(chain, attempt)}
            onSelect={onSelect}
          />
        ))}
      </ol>
      {next === null ? null : <p className={styles.note}>{next}</p>}
      {chain.attempts.length > 1 ? <p className={styles.note}>Gaps are as observed here.</p> : null}
    </>
  );
}

/** The engine gives at most this many shots of a delivery, newest first. */
const maxShots = 20;

function describeShots(count: number): string | undefined {
  if (count === 0) return undefined;
  return count < maxShots ? `${count}` : `newest ${maxShots}`;
}
