import { useEffect, useState } from 'react';
import type { AnswerProgram } from '#shared/answer/answer.ts';
import type { AnswerPreview } from '#shared/protocol/answer-calls.ts';
import { useEngine, useInspector } from '#renderer/state/use-inspector.ts';

const quietMs = 300;
/** The newest so many requests are tried. */
export const previewedRequests = 1000;

export interface PreviewState {
  /** Of the program as it was when typing paused last; null until the first answer. */
  preview: AnswerPreview | null;
  /** Why there is none, in one line. */
  problem: string | null;
}

/** What a program would have answered; asked when it has not changed for a moment. null asks nothing and keeps what was there. */
export function usePreview(program: AnswerProgram | null): PreviewState {
  const engine = useEngine();
  const zone = useInspector((s) => s.preferences.zone);
  const [state, setState] = useState<PreviewState>({ preview: null, problem: null });
  const text = program === null ? null : JSON.stringify(program);
  useEffect(() => {
    if (text === null) return undefined;
    const leaving = new AbortController();
    const zoneOffsetMinutes = zone === 'utc' ? 0 : -new Date().getTimezoneOffset();
    const ask = (): void => {
      const body = { program: JSON.parse(text) as AnswerProgram, limit: previewedRequests, zoneOffsetMinutes };
      engine
        .call('answer.preview', { body }, leaving.signal)
        .then((preview) => setState({ preview, problem: null }))
        .catch((error: unknown) => {
          if (leaving.signal.aborted) return;
          setState({ preview: null, problem: error instanceof Error ? error.message : String(error) });
        });
    };
    const timer = setTimeout(ask, quietMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [engine, text, zone]);
  return state;
}
