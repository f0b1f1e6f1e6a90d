import type { RefObject } from 'react';
import { useActions, useCommand } from '../state/use-inspector.ts';

/** What a pane is entered by, the best first. */
const entries = [
  '[role="grid"]',
  '[role="tab"][aria-selected="true"]',
  'button:not(:disabled)',
  'input',
  '[tabindex="0"]',
];

/** Enter, Esc and F6: between sidebar, list and detail (the elements marked `data-pane`). */
export function usePaneCommands(frame: RefObject<HTMLElement | null>): void {
  const { clearSelection } = useActions();
  const panes = (): HTMLElement[] => [...(frame.current?.querySelectorAll<HTMLElement>('[data-pane]') ?? [])];
  const find = (name: string): HTMLElement | undefined => panes().find((pane) => pane.dataset['pane'] === name);
  const current = (): number => panes().findIndex((pane) => pane.contains(document.activeElement));
  const step = (by: number): void => {
    const all = panes();
    enter(all.at((current() + by + all.length) % all.length));
  };
  useCommand('pane.next', () => step(1));
  useCommand('pane.previous', () => step(current() < 0 ? 0 : -1));
  useCommand('row.open', () => enter(find('detail')));
  useCommand('step.back', () => {
    const list = find('list');
    if (list?.contains(document.activeElement)) clearSelection();
    else enter(list);
  });
}

function enter(pane: HTMLElement | undefined): void {
  const entry = entries.map((selector) => pane?.querySelector<HTMLElement>(selector)).find((element) => element);
  (entry ?? pane)?.focus();
}
