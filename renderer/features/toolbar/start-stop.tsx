import { Play, Square } from 'lucide-react';
import { useActions, useCommand, useEngine, useInspector } from '#renderer/state/use-inspector.ts';
import { Button } from '#renderer/ui/button.tsx';
import styles from './toolbar.module.css';

export function StartStop() {
  const state = useInspector((s) => s.status?.receiver.state);
  const engine = useEngine();
  const { report } = useActions();
  const listening = state === 'receiving' || state === 'starting';
  const toggle = (): void => {
    engine.call('receiver.write', { body: { listening: !listening } }).catch(report);
  };
  useCommand('receiver.toggle', toggle);
  const word = listening ? 'Stop' : 'Start';
  return (
    <Button
      className={styles.shrinks}
      aria-label={word}
      title={`${word} receiving (Ctrl+E)`}
      icon={listening ? <Square aria-hidden /> : <Play aria-hidden />}
      disabled={state === undefined}
      onClick={toggle}
    >
      <span>{word}</span>
    </Button>
  );
}
