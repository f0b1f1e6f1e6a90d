import type { ReactNode } from 'react';
import styles from './sender.module.css';

export interface SenderFieldProps {
  label: string;
  /** One line below the controls. */
  note?: string | null;
  children: ReactNode;
}

/** A line of the form: name on the left, controls beside it. */
export function SenderField({ label, note = null, children }: SenderFieldProps) {
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      <div className={styles.controls}>{children}</div>
      {note === null ? null : <p className={styles.note}>{note}</p>}
    </div>
  );
}
