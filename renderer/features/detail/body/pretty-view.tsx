import { LocateFixed } from 'lucide-react';
import { useMemo, type RefObject } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import type { CodeSetup, CodeView } from '#renderer/ui/code-surface/code-mirror.ts';
import { CodeSurface } from '#renderer/ui/code-surface/code-surface.tsx';
import type { JsonLayout } from '#renderer/ui/code-surface/json-text.ts';
import { BodyNotes } from './body-notes.tsx';
import { useJsonLayout } from './use-json-layout.ts';
import styles from './body.module.css';

export interface PrettyViewProps {
  text: string;
  viewRef: RefObject<CodeView | null>;
}

/** Laid-out JSON with folding and find; text that is not JSON stays as it is, with the place where it breaks marked. */
export function PrettyView({ text, viewRef }: PrettyViewProps) {
  const layout = useJsonLayout(text);
  if (layout === null) return <p className={styles.message}>Laying out…</p>;
  return <LaidOut text={text} layout={layout} viewRef={viewRef} />;
}

function LaidOut({ text, layout, viewRef }: PrettyViewProps & { layout: JsonLayout }) {
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
        <BodyNotes notes={layout.remarks.map((remark) => `Note: ${remark}.`)} />
      ) : (
        <output className={styles.broken}>
          <span>
            <b>Not JSON.</b> {layout.message}, at line {layout.line}, column {layout.column}.
          </span>
          <Button
            variant="quiet"
            className={styles.goTo}
            icon={<LocateFixed aria-hidden />}
            onClick={() => viewRef.current?.goTo(layout.offset)}
          >
            Go there
          </Button>
        </output>
      )}
      <div className={styles.code}>
        <CodeSurface setup={setup} label="Body, laid out" viewRef={viewRef} />
      </div>
    </>
  );
}
