import { useActions, useEngine } from '#renderer/state/use-inspector.ts';

/** Copies the report of an experiment as Markdown, and says so, or why not. */
export function useCopyReport(): (id: number) => void {
  const engine = useEngine();
  const { toast, report } = useActions();
  return (id) => {
    engine
      .call('experiments.read', { params: { id } })
      .then(({ markdown }) => navigator.clipboard.writeText(markdown))
      .then(() => toast(`Copied the report of experiment ${id}`))
      .catch(report);
  };
}
