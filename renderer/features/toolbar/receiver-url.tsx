import { Copy } from 'lucide-react';
import { useActions, useCommand, useInspector } from '#renderer/state/use-inspector.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import styles from './toolbar.module.css';

/** The URL to give to the platform: a click selects it, the button copies it. */
export function ReceiverUrl() {
  const url = useInspector((s) => s.status?.receiver.publicUrl ?? '');
  const { toast, report } = useActions();
  const copy = (): void => {
    navigator.clipboard.writeText(url).then(() => toast('URL copied', { tone: 'ok' }), report);
  };
  useCommand('receiver.copyUrl', copy);
  return (
    <div className={styles.url}>
      <input
        readOnly
        aria-label="URL of the receiver"
        title={url}
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <IconButton label="Copy the URL (Ctrl+Shift+C)" onClick={copy}>
        <Copy aria-hidden />
      </IconButton>
    </div>
  );
}
