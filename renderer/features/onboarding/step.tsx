import type { ReactNode } from 'react';
import styles from './onboarding.module.css';

export interface StepProps {
  number: number;
  title: string;
  /** How far it is, at the right of the title. */
  state?: ReactNode;
  children: ReactNode;
}

export function Step({ number, title, state, children }: StepProps) {
  return (
    <li className={styles.step}>
      <span className={styles.number} aria-hidden>
        {number}
      </span>
      <div className={styles.content}>
        <h2 className={styles.title}>
          {title}
          <span className={styles.state}>{state}</span>
        </h2>
        {children}
      </div>
    </li>
  );
}
