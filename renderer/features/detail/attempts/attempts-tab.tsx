import { Check } from 'lucide-react';
import type { Chain, DeliveryDetail } from '#shared/protocol/delivery.ts';
import { useActions, useCommands, useInspector } from '#renderer/state/use-inspector.ts';
import { Button } from '#renderer/ui/button.tsx';
import { SectionTitle } from '#renderer/ui/section-title.tsx';
import { AttemptRow } from './attempt-row.tsx';
import { describeChain, describeEvidence, describeNextTry } from './chain-text.ts';
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
        <p className={styles.note}>
          Nothing joins this delivery to other tries: no event_id could be read, and no whole body either.
        </p>
      ) : (
        <ChainList chain={detail.chain} currentId={detail.id} onSelect={onSelect} />
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

interface ChainListProps {
  chain: Chain;
  currentId: number;
  onSelect: (id: number) => void;
}

function ChainList({ chain, currentId, onSelect }: ChainListProps) {
  const zone = useInspector((s) => s.preferences.zone);
  const commands = useCommands();
  const next = describeNextTry(chain);
  const { attempts } = chain;
  const compare = (id: number): void => {
    onSelect(id);
    commands.run('diff.default');
  };
  return (
    <>
      <div className={styles.state}>
        <p>{describeChain(chain)}</p>
        <NextTry chain={chain} />
      </div>
      <ol className={styles.list}>
        {attempts.map((attempt, index) => (
          <AttemptRow
            key={attempt.deliveryId}
            attempt={attempt}
            before={attempts[index - 1] ?? null}
            current={attempt.deliveryId === currentId}
            zone={zone}
            onSelect={onSelect}
            onDiff={compare}
          />
        ))}
      </ol>
      {next === null ? null : <p className={styles.note}>{next}</p>}
      {attempts.length > 1 ? (
        <p className={styles.note}>Observed gaps; the sender does not publish its delays.</p>
      ) : null}
      <p className={styles.note}>{describeEvidence(chain)}</p>
    </>
  );
}

/** Lets an event through that the sender may still try again, whatever is armed. */
function NextTry({ chain: { eventId, state } }: { chain: Chain }) {
  const { answerNextTry, undoArming, toast, report } = useActions();
  if (eventId === null || state === 'complete' || state === 'gave_up') return null;
  const arm = async (): Promise<void> => {
    await answerNextTry(eventId);
    toast('The next try of this event will be answered 200', {
      tone: 'ok',
      action: { label: 'Undo', run: () => void undoArming().catch(report) },
    });
  };
  return (
    <Button
      icon={<Check aria-hidden />}
      title="Arms a rule for this event_id; everything else goes on as it is armed"
      onClick={() => void arm().catch(report)}
    >
      Answer next try 200
    </Button>
  );
}

/** The engine gives at most this many shots of a delivery, newest first. */
const maxShots = 20;

function describeShots(count: number): string | undefined {
  if (count === 0) return undefined;
  return count < maxShots ? `${count}` : `newest ${maxShots}`;
}
