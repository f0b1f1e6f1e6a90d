import { Lock } from 'lucide-react';
import { assertNever } from '#shared/errors/assert-never.ts';
import { formatCount } from '#renderer/ui/format-amount.ts';
import { toPhoneGroups } from './phone-groups.ts';
import { readValue, type ValueReading } from './value-reading.ts';
import styles from './field-value.module.css';

export interface FieldValueProps {
  /** JSON source text; null where the field is absent. */
  source: string | null;
  encrypted?: boolean;
  /** A phone number is set in groups for reading; its text stays as it was sent. */
  isPhone?: boolean;
}

/** One value as it was sent. Absent, null and "" each have their own shape, and strings that look like something else their quotes. */
export function FieldValue({ source, encrypted = false, isPhone = false }: FieldValueProps) {
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
          <Lock aria-hidden /> encrypted · <Ciphertext text={reading.text} />
          {reading.text === null ? 'over ' : ''}
          {formatCount(reading.length)} characters
        </span>
      );
    case 'string':
      return <span className={styles.string}>{isPhone ? <Phone text={reading.text} /> : shownText(reading)}</span>;
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

function shownText({ text, quoted }: Extract<ValueReading, { form: 'string' }>): string {
  return quoted ? JSON.stringify(text) : text;
}

function Phone({ text }: { text: string }) {
  const groups = toPhoneGroups(text);
  if (groups === null) return JSON.stringify(text);
  return (
    <>
      &quot;
      {groups.map((group, index) => (
        <span key={`${index} ${group}`} className={styles.phoneGroup}>
          {group}
        </span>
      ))}
      &quot;
    </>
  );
}

/** Enough of it to tell two apart. */
function Ciphertext({ text }: { text: string | null }) {
  if (text === null) return null;
  return <code className={styles.cipher}>{text.length <= 20 ? text : `${text.slice(0, 12)}…${text.slice(-6)}`}</code>;
}
