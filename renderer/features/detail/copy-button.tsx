import { Copy } from 'lucide-react';
import { IconButton } from '#renderer/ui/button.tsx';
import { useCopy } from './use-copy.ts';
import styles from './detail.module.css';

export interface CopyButtonProps {
  /** What the person gets, e.g. `event_id`. */
  what: string;
  text: string;
}

/** Puts a text on the clipboard and says so. */
export function CopyButton({ what, text }: CopyButtonProps) {
  const copy = useCopy();
  return (
    <IconButton label={`Copy ${what}`} className={styles.small} onClick={() => copy(what, text)}>
      <Copy aria-hidden />
    </IconButton>
  );
}
