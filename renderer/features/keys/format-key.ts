const names: Record<string, string> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageDown: 'PgDn',
  PageUp: 'PgUp',
  Escape: 'Esc',
  BracketLeft: '[',
  BracketRight: ']',
};

/** A key of the command table as it is printed on a keyboard: `$mod+Shift+c` is Ctrl, Shift, C (Cmd on a Mac). */
export function formatKey(key: string, isMac: boolean): string[] {
  return key
    .split('+')
    .filter((part) => !/^\[\w+\]$/.test(part))
    .map((part) => {
      if (part === '$mod') return isMac ? '⌘' : 'Ctrl';
      if (part.startsWith('Digit')) return part.slice('Digit'.length);
      return names[part] ?? (part.length === 1 ? part.toUpperCase() : part);
    });
}
