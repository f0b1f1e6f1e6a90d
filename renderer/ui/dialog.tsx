import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { joinClasses } from './join-classes.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** One line below the title. */
  description?: ReactNode;
  /** `wide` is for tables and forms with a preview. */
  width?: 'normal' | 'wide';
  /** Buttons at the bottom, the main one last. */
  footer?: ReactNode;
  children: ReactNode;
}

/** Modal dialog: title, scrolling body, footer. Esc and the backdrop close it. */
export function Dialog({ open, onOpenChange, title, description, width = 'normal', footer, children }: DialogProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup className={joinClasses(styles.popup, width === 'wide' && styles.wide)}>
          <header className={styles.header}>
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
            {description === undefined ? null : (
              <BaseDialog.Description className={styles.description}>{description}</BaseDialog.Description>
            )}
          </header>
          <div className={styles.body}>{children}</div>
          {footer === undefined ? null : <footer className={styles.footer}>{footer}</footer>}
          <BaseDialog.Close
            className={styles.close}
            render={
              <IconButton label="Close">
                <X aria-hidden />
              </IconButton>
            }
          />
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
