import { useState, type FormEvent } from 'react';
import type { Limit } from '#shared/answer/answer.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { readLimit, type LimitUnit } from './limit-choices.ts';
import styles from './answer.module.css';

export interface LimitDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChoose: (limit: Limit) => void;
}

/** Any number of requests, or of seconds. */
export function LimitDialog({ open, onOpenChange, onChoose }: LimitDialogProps) {
  const [unit, setUnit] = useState<LimitUnit>('requests');
  const [amount, setAmount] = useState('10');
  const limit = readLimit(unit, amount);
  const problem = 'problem' in limit ? limit.problem : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if ('problem' in limit) return;
    onChoose(limit);
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="How long a fault stays armed"
      description="When it is over, what was armed before is in force again."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form="answer-limit" disabled={problem !== null}>
            Use
          </Button>
        </>
      }
    >
      <form id="answer-limit" className={styles.form} onSubmit={submit}>
        <div>
          <Segmented
            label="Counted in"
            value={unit}
            onChange={setUnit}
            options={[
              { value: 'requests', label: 'The next … requests' },
              { value: 'seconds', label: 'For … seconds' },
            ]}
          />
        </div>
        <TextField
          label={unit === 'requests' ? 'Requests' : 'Seconds'}
          inputMode="decimal"
          value={amount}
          note={problem}
          invalid={problem !== null}
          onChange={(event) => setAmount(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
