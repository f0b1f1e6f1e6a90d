import type { ComponentProps, ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** `outline` (default) on bars, `quiet` beside others, `primary` for the one thing to do next, `danger` for loss. */
  variant?: 'outline' | 'quiet' | 'primary' | 'danger';
  icon?: ReactNode;
}

/** 26 px button with an optional leading icon. */
export function Button({ variant = 'outline', icon, className, children, type, ...rest }: ButtonProps) {
  return (
    <button {...rest} type={type ?? 'button'} className={joinClasses(styles.button, styles[variant], className)}>
      {icon}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Accessible name, shown as the tooltip too. */
  label: string;
  /** `raised` draws a border. */
  variant?: 'quiet' | 'raised';
  children: ReactNode;
}

/** 26 px square button whose name is read aloud and shown on hover. */
export function IconButton({ label, variant = 'quiet', className, title, type, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-label={label}
      title={title ?? label}
      className={joinClasses(styles.icon, variant === 'raised' && styles.raised, className)}
    />
  );
}
