import { Lock } from 'lucide-react';
import { assertNever } from '#shared/errors/assert-never.ts';
import { formatCount } from '#renderer/ui/format-amount.ts';
import { readValue } from './value-reading.ts';
import styles from './field-value.module.css';

export interface FieldValueProps {
  /** JSON source text; null where the field is absent. */
  source: string | null;
  encrypted?: boolean;
}

/** One value as it was sent. Absent, null and "" each have their own shape, and strings that look like something else their quotes. */
export function FieldValue({ source, encrypted = false }: FieldValueProps) {
  const reading = readValue(source, encrypted);
  switch (reading.form) {
    case 'absent':
      return <span className={styles.absent}>absent</span>;
    case 'null':
      return <span className={styles.null}>null</span>;
    case 'empty-string':
      return (
        <span className={styles.string}>
          &quot;&quot; <span className={styles.empty}>empty</span>
        </span>
      );
    case 'encrypted':
      return (
        <span className={styles.encrypted}>
          <Lock aria-hidden /> encrypted · {formatCount(reading.length)} characters
        </span>
      );
    case 'string':
      return <span className={styles.string}>{reading.quoted ? JSON.stringify(reading.text) : reading.text}</span>;
    case 'number':
      return <span className={styles.number}>{reading.text}</span>;
    case 'boolean':
      return <span className={styles.boolean}>{reading.text}</span>;
    case 'composite':
      return <span className={styles.composite}>{reading.text}</span>;
    case 'cut':
      return (
        <span className={styles.string}>
          {reading.text}… <span className={styles.empty}>cut</span>
        </span>
      );
    default:
      return assertNever(reading);
  }
}
