import { useEffect, useMemo, useState } from 'react';
import { layOutJson, startJsonLayout, type JsonLayout } from '#renderer/ui/code-surface/json-text.ts';

/** Up to here laying out takes less than a few frames. */
const longestAtOnce = 200_000;
const tokensPerTask = 60_000;

/** The text laid out; null while a long one is on its way, in tasks short enough to keep the page answering. */
export function useJsonLayout(text: string): JsonLayout | null {
  const isShort = text.length <= longestAtOnce;
  const atOnce = useMemo(() => (isShort ? layOutJson(text) : null), [text, isShort]);
  const [later, setLater] = useState<{ text: string; layout: JsonLayout } | null>(null);
  useEffect(() => {
    if (isShort) return undefined;
    const run = startJsonLayout(text);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const work = (): void => {
      const layout = run.step(tokensPerTask);
      if (layout === null) timer = setTimeout(work);
      else setLater({ text, layout });
    };
    work();
    return () => clearTimeout(timer);
  }, [text, isShort]);
  return atOnce ?? (later?.text === text ? later.layout : null);
}
