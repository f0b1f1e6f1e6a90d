import type { ExperimentReport } from '#shared/protocol/experiment.ts';
import { durationText } from '#shared/experiment/duration-text.ts';
import { useInspector } from '#renderer/state/use-inspector.ts';
import { AnswerPill } from '#renderer/ui/answer-pill.tsx';
import { formatClock } from '#renderer/ui/format-time.ts';
import { toShownAnswer } from '../experiment-text.ts';
import styles from './report.module.css';

export interface AttemptTableProps {
  report: ExperimentReport;
  onSelect: (deliveryId: number) => void;
}

/** Every attempt with its figures; its number selects it in the list. */
export function AttemptTable({ report, onSelect }: AttemptTableProps) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Attempt</th>
            <th scope="col">Received</th>
            <th scope="col">Gap</th>
            <th scope="col">Answer</th>
            <th scope="col">Sender waited</th>
            <th scope="col">Body</th>
            <th scope="col">Headers changed</th>
          </tr>
        </thead>
        <tbody>
          {report.events.flatMap((event) =>
            event.attempts.map((attempt, i) => (
              <AttemptLine
                key={attempt.deliveryId}
                event={i === 0 ? event : null}
                attempt={attempt}
                onSelect={onSelect}
              />
            )),
          )}
        </tbody>
      </table>
    </div>
  );
}

type ReportedEvent = ExperimentReport['events'][number];

interface AttemptLineProps {
  /** Null: the same as in the line above. */
  event: ReportedEvent | null;
  attempt: ReportedEvent['attempts'][number];
  onSelect: (deliveryId: number) => void;
}

function AttemptLine({ event, attempt, onSelect }: AttemptLineProps) {
  const zone = useInspector((state) => state.preferences.zone);
  const { deliveryId, gapMs, answer, waitedMs, sameBody, changedHeaders } = attempt;
  return (
    <tr>
      <td className={styles.event} title={event?.eventId ?? undefined}>
        {event === null ? '' : (event.eventName ?? 'no event_name')}
      </td>
      <td>
        <button type="button" className={styles.link} onClick={() => onSelect(deliveryId)}>
          {attempt.attempt}
        </button>
      </td>
      <td>
        <code>{formatClock(attempt.receivedAt, zone)}</code>
      </td>
      <td>{gapMs === null ? '' : durationText(gapMs)}</td>
      <td>
        <AnswerPill answer={toShownAnswer(answer)} />
      </td>
      <td>{waitedMs === null ? '' : durationText(waitedMs)}</td>
      <td className={sameBody === false ? styles.differs : undefined}>{bodyText(sameBody)}</td>
      <td>{changedHeaders?.join(', ') ?? ''}</td>
    </tr>
  );
}

function bodyText(sameBody: boolean | null): string {
  if (sameBody === null) return '';
  return sameBody ? 'same' : 'differs';
}
