import { useMemo, type RefObject } from 'react';
import type { CodeSetup, CodeView } from '#renderer/ui/code-surface/code-mirror.ts';
import { CodeSurface } from '#renderer/ui/code-surface/code-surface.tsx';
import styles from './body.module.css';

/** Every character as it was sent; control characters and odd spaces are drawn. */
export function RawView({ text, viewRef }: { text: string; viewRef: RefObject<CodeView | null> }) {
  const setup = useMemo<CodeSetup>(() => ({ mode: 'view', text, language: 'plain', exact: true }), [text]);
  return (
    <div className={styles.code}>
      <CodeSurface setup={setup} label="Body, exact text" viewRef={viewRef} />
    </div>
  );
}
