import { useCallback, useEffect, useState } from 'react';
import type { AnswerProgram } from '#shared/answer/answer.ts';
import type { NamedProgram } from '#shared/protocol/answer-calls.ts';
import { useActions, useEngine } from '#renderer/state/use-inspector.ts';

export interface SavedPrograms {
  items: readonly NamedProgram[];
  save: (name: string, program: AnswerProgram) => void;
  remove: (name: string) => void;
}

/** Programs that are saved under a name, read while somebody looks at them. */
export function usePrograms(): SavedPrograms {
  const engine = useEngine();
  const { report, toast } = useActions();
  const [items, setItems] = useState<readonly NamedProgram[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    engine
      .call('programs.list', {}, leaving.signal)
      .then((programs) => setItems(programs.items))
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) report(error);
      });
    return () => leaving.abort();
  }, [engine, report]);
  const change = useCallback(
    (call: Promise<{ items: NamedProgram[] }>, done: string) => {
      const settle = async (): Promise<void> => {
        setItems((await call).items);
        toast(done, { tone: 'ok' });
      };
      settle().catch(report);
    },
    [report, toast],
  );
  return {
    items,
    save: (name, program) =>
      change(engine.call('programs.write', { params: { name }, body: program }), `Saved “${name}”`),
    remove: (name) => change(engine.call('programs.remove', { params: { name } }), `Deleted “${name}”`),
  };
}
