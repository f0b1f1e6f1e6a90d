import type { ReactNode } from 'react';
import styles from './section-title.module.css';

export interface SectionTitleProps {
  children: ReactNode;
  /** Right end of the line. */
  aside?: ReactNode;
  /** Level of the heading; 3 inside a panel or a dialog that has a title of its own. */
  level?: 2 | 3;
}

/** Small capitals above a group. */
export function SectionTitle({ children, aside, level = 3 }: SectionTitleProps) {
  const Heading = `h${level}` as const;
  return (
    <Heading className={styles.title}>
      {children}
      {aside === undefined ? null : <span className={styles.aside}>{aside}</span>}
    </Heading>
  );
}
