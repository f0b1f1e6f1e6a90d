import { useMemo } from 'react';
import type { Diff } from '#shared/protocol/diff.ts';
import type { CodeSetup } from '#renderer/ui/code-surface/code-mirror.ts';
import { CodeSurface } from '#renderer/ui/code-surface/code-surface.tsx';
import { layOutJson } from '#renderer/ui/code-surface/json-text.ts';
import styles from './diff.module.css';

/** Comparing longer texts line by line holds the page for seconds. */
const longestCompared = 1_000_000;

/** Both texts laid out alike and compared by line; texts that are not JSON are compared as they are. */
export function TextDiff({ diff }: { diff: Diff }) {
  const setup = useMemo<CodeSetup>(
    () => ({ mode: 'compare', a: layOut(diff.aText), b: layOut(diff.bText) }),
    [diff.aText, diff.bText],
  );
  if (Math.max(diff.aText.length, diff.bText.length) > longestCompared) {
    return <p className={styles.notice}>The texts are longer than 1 MB. Structure compares them.</p>;
  }
  return (
    <div className={styles.text}>
      <CodeSurface setup={setup} label="B, with what A had in its place" />
    </div>
  );
}

function layOut(text: string): string {
  const layout = layOutJson(text);
  return layout.ok ? layout.text : text;
}
