import { useEffect, useEffectEvent } from 'react';

/** `n` steps to the next change and `N` to the one before, while the diff is on the screen and nobody is typing. */
export function useStepKeys(step: (by: 1 | -1) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const typing = event.target instanceof HTMLElement && event.target.matches('input:not([type=checkbox]), textarea');
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'n') step(1);
    else if (event.key === 'N') step(-1);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
