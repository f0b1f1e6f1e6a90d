import { useCallback } from 'react';
import { useActions, useInspector } from '#renderer/state/use-inspector.ts';

/** Puts a filter in the place of the one before, and offers the way back. `what` completes "Showing …". */
export function useShowOnly(): (filter: string, what: string) => void {
  const { applyFilter, toast } = useActions();
  const before = useInspector((state) => state.filterText);
  return useCallback(
    (filter, what) => {
      applyFilter(filter);
      if (before === '' || before === filter) return;
      toast(`Showing ${what}`, { action: { label: 'Back to the filter before', run: () => applyFilter(before) } });
    },
    [applyFilter, toast, before],
  );
}
