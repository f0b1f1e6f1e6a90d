import { useState, type FormEvent } from 'react';
import type { Fault } from '#shared/answer/answer.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { FaultFields } from './fault-fields.tsx';
import { emptyFaultDraft, readFault, type FaultDraft } from './read-fault.ts';
import styles from './answer.module.css';

export interface OtherAnswerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onArm: (fault: Fault) => void;
}

/** Arms an answer that has no segment of its own. */
export function OtherAnswer({ open, onOpenChange, onArm }: OtherAnswerProps) {
  const [draft, setDraft] = useState<FaultDraft>({ ...emptyFaultDraft, status: '503' });
  const fault = readFault(draft);
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
      <form id="other-answer" onSubmit={submit}>
        <FaultFields draft={draft} onChange={(change) => setDraft((now) => ({ ...now, ...change }))} />
      </form>
    </Dialog>
  );
}
