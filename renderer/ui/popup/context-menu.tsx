import { ContextMenu as BaseContextMenu } from '@base-ui/react/context-menu';
import type { ReactElement, ReactNode } from 'react';
import styles from './popup.module.css';

export interface ContextMenuProps {
  /** The element on which a right click, a long press or the menu key opens it. */
  area: ReactElement;
  /** Told what was clicked before it opens; false keeps it shut. */
  onOpen: (target: EventTarget | null) => boolean;
  /** `MenuItem`, `MenuGroup`, `MenuSeparator` of menu.tsx. */
  children: ReactNode;
}

/** One menu for a whole area, however many rows it has. */
export function ContextMenu({ area, onOpen, children }: ContextMenuProps) {
  return (
    <BaseContextMenu.Root
      onOpenChange={(open, details) => {
        if (open && !onOpen(details.event.target)) details.cancel();
      }}
    >
      <BaseContextMenu.Trigger render={area} />
      <BaseContextMenu.Portal>
        <BaseContextMenu.Positioner className={styles.positioner}>
          <BaseContextMenu.Popup className={styles.popup}>{children}</BaseContextMenu.Popup>
        </BaseContextMenu.Positioner>
      </BaseContextMenu.Portal>
    </BaseContextMenu.Root>
  );
}
