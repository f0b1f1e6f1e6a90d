import { tinykeys } from 'tinykeys';
import { commandIds, commands, type CommandRegistry } from '#renderer/state/commands.ts';

const textInputs = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';
const pressables = 'button, a[href], [role="menuitem"], [role="menuitemradio"], [role="option"], [role="tab"]';
const ownKeys =
  '[role="menu"], [role="listbox"], [role="dialog"], [role="tablist"], [role="separator"], [role="group"]';

/** Whether a key belongs to what has the focus: letters to text, Space and Enter to buttons, arrows to menus, tabs and panes. */
export function isKeyTaken(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'composedPath'>,
): boolean {
  const target = event.composedPath()[0];
  if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (/^F\d/.test(event.key)) return false;
  if (target.matches(textInputs) || target.closest(textInputs) !== null) return true;
  if ((event.key === ' ' || event.key === 'Enter') && target.closest(pressables) !== null) return true;
  const isLetter = event.key.length === 1 && event.key !== ' ';
  const owner = target.closest(ownKeys);
  if (owner === null) return false;
  const isPopup = owner.matches('[role="menu"], [role="listbox"], [role="dialog"]');
  return isPopup || (!isLetter && event.key !== 'Escape');
}

/** Sends every key of the command table to its command; returns what stops it. Held down, only the keys that walk repeat. */
export function bindKeys(target: Window, registry: CommandRegistry): () => void {
  const bindings = commandIds.flatMap((id) =>
    commands[id].keys.map((key) => [
      key,
      (event: KeyboardEvent): void => {
        const isRepeated = event.repeat && !id.startsWith('row.');
        if (isRepeated || registry.run(id)) event.preventDefault();
      },
    ]),
  );
  return tinykeys(target, Object.fromEntries(bindings), { ignore: (event) => event.isComposing || isKeyTaken(event) });
}
