import { Segmented } from '#renderer/ui/segmented.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { unactedStatus } from '#shared/spec/answers.ts';
import { unactedNote } from './answer-plan.ts';
import type { FaultDraft } from './read-fault.ts';
import styles from './answer.module.css';

export interface FaultFieldsProps {
  draft: FaultDraft;
  onChange: (change: Partial<FaultDraft>) => void;
}

/** Any answer: a status with delay, headers and body, a hold of a given length, a reset connection. */
export function FaultFields({ draft, onChange }: FaultFieldsProps) {
  return (
    <div className={styles.form}>
      <div>
        <Segmented
          label="Kind of answer"
          value={draft.action}
          onChange={(action) => onChange({ action })}
          options={[
            { value: 'respond', label: 'A status' },
            { value: 'hang', label: 'Hold, then close' },
            { value: 'reset', label: 'Reset the connection' },
          ]}
        />
      </div>
      <ActionFields draft={draft} onChange={onChange} />
    </div>
  );
}

function ActionFields({ draft, onChange }: FaultFieldsProps) {
  if (draft.action === 'reset') return <p className={styles.note}>The connection is cut without an answer.</p>;
  if (draft.action === 'hang') {
    return (
      <TextField
        label="Seconds until the connection is closed"
        note="Empty: until the sender hangs up."
        inputMode="decimal"
        value={draft.hold}
        onChange={(event) => onChange({ hold: event.target.value })}
      />
    );
  }
  const isUnacted = Number(draft.status) === unactedStatus;
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label="Status"
          mono
          inputMode="numeric"
          note={isUnacted ? unactedNote : null}
          value={draft.status}
          onChange={(event) => onChange({ status: event.target.value })}
        />
        <TextField
          label="Delay in seconds"
          placeholder="at once"
          inputMode="decimal"
          value={draft.delay}
          onChange={(event) => onChange({ delay: event.target.value })}
        />
      </div>
      <label className={styles.area}>
        <span>Headers, one on a line</span>
        <textarea
          rows={2}
          placeholder="Retry-After: 120"
          spellCheck={false}
          value={draft.headers}
          onChange={(event) => onChange({ headers: event.target.value })}
        />
      </label>
      <TextField
        label="Body"
        mono
        note="The sender ignores it."
        value={draft.body}
        onChange={(event) => onChange({ body: event.target.value })}
      />
    </>
  );
}
