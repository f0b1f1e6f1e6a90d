import { useMemo } from 'react';
import type { CodeSetup } from '#renderer/ui/code-surface/code-mirror.ts';
import { CodeSurface } from '#renderer/ui/code-surface/code-surface.tsx';
import styles from './body.module.css';

/** Every character as it was sent; control characters and odd spaces are drawn. */
export function RawView({ text }: { text: string }) {
  const setup = useMemo<CodeSetup>(() => ({ mode: 'view', text, language: 'plain', exact: true }), [text]);
  return (
    <div className={styles.code}>
      <CodeSurface setup={setup} label="Body, exact text" />
    </div>
  );
}
