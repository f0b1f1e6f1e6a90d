import { ArrowDown, ArrowUp } from 'lucide-react';
import { IconButton } from '#renderer/ui/button.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import styles from './diff.module.css';

export type DiffForm = 'structure' | 'text';

export interface DiffOptions {
  /** Leave event_id and event_ts out: they differ between any two events. */
  ignoreIdentity: boolean;
  onlyChanges: boolean;
}

export interface DiffBarProps {
  form: DiffForm;
  /** false: one side is not JSON, so only text can be compared. */
  structured: boolean;
  options: DiffOptions;
  count: number;
  /** Index of the change that is stepped to. */
  at: number | null;
  onForm: (form: DiffForm) => void;
  onOptions: (options: DiffOptions) => void;
  onStep: (by: 1 | -1) => void;
}

/** How to compare, and the way through the changes. */
export function DiffBar({ form, structured, options, count, at, onForm, onOptions, onStep }: DiffBarProps) {
  return (
    <div className={styles.bar}>
      <Segmented
        label="Form of the difference"
        size="small"
        value={form}
        options={[
          { value: 'structure', label: 'Structure', disabled: !structured },
          { value: 'text', label: 'Text' },
        ]}
        onChange={onForm}
      />
      {form === 'text' ? null : (
        <>
          <Tick
            label="Ignore event_id, event_ts"
            on={options.ignoreIdentity}
            onChange={(ignoreIdentity) => onOptions({ ...options, ignoreIdentity })}
          />
          <Tick
            label="Only changes"
            on={options.onlyChanges}
            onChange={(onlyChanges) => onOptions({ ...options, onlyChanges })}
          />
          <span className={styles.steps}>
            {at === null ? count : `${at + 1} of ${count}`}
            <IconButton label="Previous change (N)" disabled={count === 0} onClick={() => onStep(-1)}>
              <ArrowUp aria-hidden />
            </IconButton>
            <IconButton label="Next change (n)" disabled={count === 0} onClick={() => onStep(1)}>
              <ArrowDown aria-hidden />
            </IconButton>
          </span>
        </>
      )}
    </div>
  );
}

function Tick({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className={styles.tick}>
      <input type="checkbox" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}
