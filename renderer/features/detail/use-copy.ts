import { useCallback } from 'react';
import { useActions } from '#renderer/state/use-inspector.ts';

/** Copies a text and says what was copied, or that the clipboard refused. */
export function useCopy(): (what: string, text: string) => void {
  const { toast } = useActions();
  return useCallback(
    (what, text) => {
      navigator.clipboard
        .writeText(text)
        .then(() => toast(`Copied ${what}`))
        .catch(() =>
          toast(`The clipboard cannot be used, so ${what} was not copied. Select the text and press Ctrl+C.`),
        );
    },
    [toast],
  );
}
