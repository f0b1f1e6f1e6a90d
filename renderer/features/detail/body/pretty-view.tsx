import { useMemo } from 'react';
import type { CodeSetup } from '#renderer/ui/code-surface/code-mirror.ts';
import { CodeSurface } from '#renderer/ui/code-surface/code-surface.tsx';
import type { JsonLayout } from '#renderer/ui/code-surface/json-text.ts';
import { useJsonLayout } from './use-json-layout.ts';
import styles from './body.module.css';

/** Laid-out JSON with folding and find; text that is not JSON stays as it is, with the place where it breaks marked. */
export function PrettyView({ text }: { text: string }) {
  const layout = useJsonLayout(text);
  if (layout === null) return <p className={styles.message}>Laying out…</p>;
  return <LaidOut text={text} layout={layout} />;
}

function LaidOut({ text, layout }: { text: string; layout: JsonLayout }) {
  const setup = useMemo<CodeSetup>(
    () =>
      layout.ok
        ? { mode: 'view', text: layout.text, language: 'json' }
        : { mode: 'view', text, language: 'json', exact: true, markAt: layout.offset },
    [layout, text],
  );
  return (
    <>
      {layout.ok ? (
        layout.remarks.map((remark) => (
          <p key={remark} className={styles.note}>
            Note: {remark}.
          </p>
        ))
      ) : (
        <output className={styles.broken}>
          <b>Not JSON.</b> {layout.message}, at line {layout.line}, column {layout.column}.
        </output>
      )}
      <div className={styles.code}>
        <CodeSurface setup={setup} label="Body, laid out" />
      </div>
    </>
  );
}
