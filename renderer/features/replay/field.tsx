import type { ReactNode } from 'react';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import styles from './replay.module.css';

/** A line of the form: name on the left, controls beside it. */
export function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      <div className={styles.controls}>{children}</div>
    </div>
  );
}

export function FieldNote({ invalid = false, children }: { invalid?: boolean; children: ReactNode }) {
  return <p className={joinClasses(styles.note, invalid && styles.invalid)}>{children}</p>;
}
