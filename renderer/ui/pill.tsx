import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';
import styles from './pill.module.css';

/** What a colour says; a pill never says it by colour alone. */
export type Tone = 'ok' | 'warn' | 'danger' | 'auth' | 'info' | 'neutral';

export interface PillProps {
  tone: Tone;
  icon?: ReactNode;
  /** `bar` is 24 px high, for toolbars; `row` (default) 18 px. */
  size?: 'row' | 'bar';
  title?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Tinted label: icon, words, tone. */
export function Pill({ tone, icon, size = 'row', title, className, children }: PillProps) {
  return (
    <span className={joinClasses(styles.pill, styles[tone], size === 'bar' && styles.bar, className)} title={title}>
      {icon}
      {children}
    </span>
  );
}
