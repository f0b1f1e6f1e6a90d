import type { HeldRequests } from '#shared/protocol/answer-calls.ts';
import { useActions } from '#renderer/state/use-inspector.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { formatCount, formatDuration } from '#renderer/ui/format-amount.ts';
import type { ReleaseWith } from './use-held.ts';
import styles from './held.module.css';

export interface HeldDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  requests: HeldRequests | null;
  nowMs: number;
  onRelease: (how: ReleaseWith, requestIds: number[]) => void;
}

/** The held requests, oldest first, each to be let go by itself. */
export function HeldDialog({ open, onOpenChange, requests, nowMs, onRelease }: HeldDialogProps) {
  const { applyFilter } = useActions();
  const items = requests?.items ?? [];
  const rest = (requests?.total ?? 0) - items.length;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Held requests"
      description="Stored, and kept without an answer. The sender may give up at any time."
      width="wide"
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th>Request</th>
            <th>Event</th>
            <th>Held for</th>
            <th>Let go in</th>
            <th>Release</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <HeldRow
              key={item.requestId}
              item={item}
              nowMs={nowMs}
              onRelease={(how) => onRelease(how, [item.requestId])}
              onShow={() => {
                applyFilter(`request:${item.requestId}`);
                onOpenChange(false);
              }}
            />
          ))}
        </tbody>
      </table>
      {items.length === 0 ? <p className={styles.note}>No request is held any more.</p> : null}
      {rest > 0 ? <p className={styles.note}>And {formatCount(rest)} that came later.</p> : null}
    </Dialog>
  );
}

interface HeldRowProps {
  item: HeldRequests['items'][number];
  nowMs: number;
  onRelease: (how: ReleaseWith) => void;
  onShow: () => void;
}

function HeldRow({ item, nowMs, onRelease, onShow }: HeldRowProps) {
  const { requestId, since, until, eventName, eventId } = item;
  return (
    <tr>
      <td>
        <button type="button" className={styles.link} title="Show it in the list" onClick={onShow}>
          {requestId}
        </button>
      </td>
      <td className={styles.event} title={eventId ?? undefined}>
        {eventName ?? 'no envelope read'}
        {eventId === null ? null : <span className={styles.id}>{eventId}</span>}
      </td>
      <td>{formatDuration(Math.max(0, nowMs - Date.parse(since)))}</td>
      <td>{until === null ? 'when the sender goes' : formatDuration(Math.max(0, Date.parse(until) - nowMs))}</td>
      <td className={styles.actions}>
        <Button
          className={styles.button}
          aria-label={`Release ${requestId} with 200`}
          onClick={() => onRelease({ status: 200 })}
        >
          200
        </Button>
        <Button
          className={styles.button}
          aria-label={`Release ${requestId} with 500`}
          onClick={() => onRelease({ status: 500 })}
        >
          500
        </Button>
        <Button className={styles.button} aria-label={`Drop ${requestId}`} onClick={() => onRelease('drop')}>
          Drop
        </Button>
      </td>
    </tr>
  );
}
