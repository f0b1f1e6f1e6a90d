import { Copy } from 'lucide-react';
import { useActions } from '#renderer/state/use-inspector.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import styles from './onboarding.module.css';

export interface CopyLineProps {
  /** What it is, for the button's name and the toast. */
  what: string;
  text: string;
  /** Keeps line breaks. */
  block?: boolean;
}

/** A text to take elsewhere. */
export function CopyLine({ what, text, block = false }: CopyLineProps) {
  const { toast, report } = useActions();
  return (
    <span className={joinClasses(styles.copyLine, block && styles.block)}>
      <code className={styles.copyText}>{text}</code>
      <IconButton
        label={`Copy ${what}`}
        onClick={() => {
          navigator.clipboard.writeText(text).then(() => toast(`Copied ${what}`), report);
        }}
      >
        <Copy aria-hidden />
      </IconButton>
    </span>
  );
}
