// A place for one CodeMirror view, in a shadow root because of the page's policy on styles. CodeMirror itself is loaded on first use.
import { useEffect, useRef, useState, type RefObject } from 'react';
import { attachEditorRoot } from '../editor-root.ts';
import type { CodeSetup, CodeView } from './code-mirror.ts';
import styles from './code-surface.module.css';

export interface CodeSurfaceProps {
  /** What to show. A new object makes a new view, so keep it stable with `useMemo`. */
  setup: CodeSetup;
  label: string;
  /** Called with the whole text after every edit; only with `setup.mode === 'edit'`. */
  onChange?: (text: string) => void;
  /** Holds the view while there is one, for buttons outside of it. */
  viewRef?: RefObject<CodeView | null>;
}

export function CodeSurface({ setup, label, onChange, viewRef }: CodeSurfaceProps) {
  const host = useRef<HTMLDivElement>(null);
  const changed = useRef(onChange);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    changed.current = onChange;
  }, [onChange]);

  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const root = attachEditorRoot(element);
    let close: (() => void) | null = null;
    let cancelled = false;
    const show = async (): Promise<void> => {
      const { createCodeView } = await import('./code-mirror.ts');
      if (cancelled) return;
      const view = createCodeView(root, setup, { label, onChange: (text) => changed.current?.(text) });
      if (viewRef) viewRef.current = view;
      close = () => {
        if (viewRef) viewRef.current = null;
        view.close();
      };
    };
    show().catch(() => setFailed(true));
    return () => {
      cancelled = true;
      close?.();
    };
  }, [setup, label, viewRef]);

  if (failed) return <p className={styles.failed}>The editor could not be loaded. Reload the window.</p>;
  return <div ref={host} className={styles.host} />;
}
