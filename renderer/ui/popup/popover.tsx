import { Popover as BasePopover } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { joinClasses } from '../join-classes.ts';
import styles from './popup.module.css';

export interface PopoverProps {
  trigger: ReactElement;
  /** Accessible name of what opens. */
  label: string;
  align?: 'start' | 'center' | 'end';
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Small panel below a button, for a form or an explanation. */
export function Popover({ trigger, label, align = 'start', open, onOpenChange, className, children }: PopoverProps) {
  return (
    <BasePopover.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner className={styles.positioner} align={align} sideOffset={4}>
          <BasePopover.Popup aria-label={label} className={joinClasses(styles.popup, styles.content, className)}>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
