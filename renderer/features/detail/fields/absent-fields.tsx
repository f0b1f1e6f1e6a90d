import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { formatCount } from '#renderer/ui/format-amount.ts';
import styles from './fields.module.css';

export interface AbsentFieldsProps {
  count: number;
  /** Rows of the fields; made only once they are asked for. */
  children: () => ReactNode;
}

/** Fields that the specification lists and this delivery does not have: which are always present is not shown, so they stay quiet. */
export function AbsentFields({ count, children }: AbsentFieldsProps) {
  const [open, setOpen] = useState(false);
  if (count === 0) return null;
  return (
    <>
      <button type="button" className={styles.absent} aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight aria-hidden />
        {formatCount(count)} listed in the specification, absent here
      </button>
      {open ? <div className={styles.rows}>{children()}</div> : null}
    </>
  );
}
