import type { ComponentProps } from 'react';
import { joinClasses } from './join-classes.ts';
import styles from './text-field.module.css';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'size'> {
  /** Shown above the box and read as its name. */
  label: string;
  /** Hide the label from sight, not from screen readers. */
  bare?: boolean;
  /** One line below; why the value cannot be used, when `invalid`. */
  note?: string | null;
  invalid?: boolean;
  mono?: boolean;
}

export function TextField({ label, bare = false, note, invalid = false, mono = false, ...rest }: TextFieldProps) {
  return (
    <label className={styles.field}>
      <span className={bare ? styles.hidden : styles.label}>{label}</span>
      <input
        {...rest}
        aria-invalid={invalid}
        className={joinClasses(styles.input, mono && styles.mono, rest.className)}
        spellCheck={false}
        autoComplete="off"
      />
      {note ? <span className={joinClasses(styles.note, invalid && styles.invalid)}>{note}</span> : null}
    </label>
  );
}
