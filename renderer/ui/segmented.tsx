import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';
import styles from './segmented.module.css';

export interface SegmentedOption<V extends string> {
  value: V;
  label: ReactNode;
  /** Tooltip, e.g. the key. */
  hint?: string;
  /** Colour of the segment while it is on. */
  tone?: 'ok' | 'warn' | 'danger' | 'auth' | 'neutral';
  disabled?: boolean;
}

export interface SegmentedProps<V extends string> {
  label: string;
  /** null: none is on. */
  value: V | null;
  options: readonly SegmentedOption<V>[];
  onChange: (value: V) => void;
  size?: 'normal' | 'small';
}

/** One of a few: a row of joined toggle buttons, walked with the arrow keys. Pressing the one that is on says it again. */
export function Segmented<V extends string>({ label, value, options, onChange, size = 'normal' }: SegmentedProps<V>) {
  return (
    <ToggleGroup
      aria-label={label}
      className={joinClasses(styles.group, size === 'small' && styles.small)}
      value={value === null ? [] : [value]}
      onValueChange={([next]) => {
        const chosen = next ?? value;
        if (chosen !== null) onChange(chosen);
      }}
    >
      {options.map((option) => (
        <Toggle
          key={option.value}
          value={option.value}
          disabled={option.disabled ?? false}
          title={option.hint}
          className={joinClasses(styles.segment, option.tone && styles[option.tone])}
        >
          {option.label}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
