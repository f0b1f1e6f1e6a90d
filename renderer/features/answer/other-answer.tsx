import { useState, type FormEvent } from 'react';
import type { Fault } from '#shared/answer/answer.ts';
import { unactedStatus } from '#shared/spec/answers.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { readFault, type FaultDraft } from './read-fault.ts';
import styles from './answer.module.css';

export interface OtherAnswerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onArm: (fault: Fault) => void;
}

const emptyDraft: FaultDraft = { action: 'respond', status: '503', delay: '', body: '', hold: '' };

/** Any other answer: a status with a delay and a body, a hold of a given length, a reset connection. */
export function OtherAnswer({ open, onOpenChange, onArm }: OtherAnswerProps) {
  const [draft, setDraft] = useState(emptyDraft);
  const fault = readFault(draft);
  const set = (change: Partial<FaultDraft>): void => setDraft((now) => ({ ...now, ...change }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if ('problem' in fault) return;
    onArm(fault);
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Answer with …"
      description="Requests are stored before they are answered, whatever the answer is."
      footer={
        <>
          {'problem' in fault ? <span className={styles.problem}>{fault.problem}</span> : null}
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form="other-answer" disabled={'problem' in fault}>
            Arm
          </Button>
        </>
      }
    >
      <form id="other-answer" className={styles.form} onSubmit={submit}>
        <Segmented
          label="Kind of answer"
          value={draft.action}
          onChange={(action) => set({ action })}
          options={[
            { value: 'respond', label: 'A status' },
            { value: 'hang', label: 'Hold, then close' },
            { value: 'reset', label: 'Reset the connection' },
          ]}
        />
        <FaultFields draft={draft} onChange={set} />
      </form>
    </Dialog>
  );
}

function FaultFields({ draft, onChange }: { draft: FaultDraft; onChange: (change: Partial<FaultDraft>) => void }) {
  if (draft.action === 'reset') return <p className={styles.note}>The connection is cut without an answer.</p>;
  if (draft.action === 'hang') {
    return (
      <TextField
        label="Seconds until the connection is closed"
        note="Empty: until the sender hangs up."
        value={draft.hold}
        onChange={(event) => onChange({ hold: event.target.value })}
      />
    );
  }
  const unacted = Number(draft.status) === unactedStatus;
  return (
    <>
      <TextField
        label="Status"
        mono
        note={unacted ? 'The sender does not act on 400 and will not retry.' : null}
        value={draft.status}
        onChange={(event) => onChange({ status: event.target.value })}
      />
      <TextField
        label="Delay in seconds"
        note="Empty: at once."
        value={draft.delay}
        onChange={(event) => onChange({ delay: event.target.value })}
      />
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
