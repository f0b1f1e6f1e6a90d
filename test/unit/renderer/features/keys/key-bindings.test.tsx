import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatKey } from '#renderer/features/keys/format-key.ts';
import { bindKeys } from '#renderer/features/keys/key-bindings.ts';
import { createCommandRegistry } from '#renderer/state/commands.ts';

function press(target: EventTarget, key: string, options: KeyboardEventInit = {}): boolean {
  const init = { key, code: `Key${key.toUpperCase()}`, bubbles: true, cancelable: true, composed: true };
  const event = new KeyboardEvent('keydown', { ...init, ...options });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}

describe('keys', () => {
  const calls: string[] = [];
  let unbind: () => void;

  beforeEach(() => {
    calls.length = 0;
    document.body.innerHTML =
      '<input id="text"><button id="button">x</button><div role="tablist"><button role="tab" id="tab">t</button></div><div id="box"></div>';
    const registry = createCommandRegistry();
    for (const id of ['row.next', 'view.hold', 'view.sidebar', 'answer.500'] as const) {
      registry.register(id, () => calls.push(id));
    }
    unbind = bindKeys(window, registry);
  });
  afterEach(() => unbind());

  const element = (id: string): HTMLElement => {
    const found = document.getElementById(id);
    if (!found) throw new Error(`No #${id}.`);
    return found;
  };

  it('run their command and take the key from the browser', () => {
    expect(press(document.body, 'j')).toBe(true);
    expect(press(document.body, 'ArrowDown')).toBe(true);
    expect(calls).toEqual(['row.next', 'row.next']);
  });

  it('leave a key alone that nothing on the screen can do', () => {
    expect(press(document.body, 'p')).toBe(false);
  });

  it('repeat while held down only where that walks the list', () => {
    press(document.body, 'j', { repeat: true });
    press(document.body, 'b', { ctrlKey: true, repeat: true });
    expect(calls).toEqual(['row.next']);
  });

  it('let letters be typed, but not chords', () => {
    press(element('text'), 'j');
    press(element('text'), 'b', { ctrlKey: true });
    press(element('text'), '3', { altKey: true, code: 'Digit3' });
    expect(calls).toEqual(['view.sidebar', 'answer.500']);
  });

  it('let letters be typed into an editor in a shadow root', () => {
    const editor = document.createElement('textarea');
    element('box').attachShadow({ mode: 'open' }).append(editor);
    press(editor, 'j');
    expect(calls).toEqual([]);
  });

  it('let Space press a button and arrows walk tabs', () => {
    press(element('button'), ' ', { code: 'Space' });
    press(element('tab'), 'ArrowDown');
    press(element('tab'), 'j');
    expect(calls).toEqual(['row.next']);
  });

  it('are printed as on a keyboard', () => {
    expect(formatKey('$mod+Shift+c', false)).toEqual(['Ctrl', 'Shift', 'C']);
    expect(formatKey('$mod+b', true)).toEqual(['⌘', 'B']);
    expect(formatKey('[Shift]+?', false)).toEqual(['?']);
    expect(formatKey('Alt+Digit1', false)).toEqual(['Alt', '1']);
  });
});
