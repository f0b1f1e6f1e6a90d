import type { ReactNode } from 'react';
import styles from './experiment.module.css';

/** A line of the form: name on the left, controls beside it. */
export function SettingLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <span className={styles.label}>{label}</span>
      <div className={styles.controls}>{children}</div>
    </div>
  );
}
