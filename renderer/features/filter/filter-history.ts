/** Filters that were committed with Enter, for Up and Down; kept for as long as the page is open. */
export interface FilterHistory {
  add(text: string): void;
  /** The text before (-1) or after (1) the one recalled last; null at either end. */
  recall(step: -1 | 1): string | null;
}

const maxEntries = 100;

export function createFilterHistory(): FilterHistory {
  let entries: string[] = [];
  let at = 0;
  return {
    add(text) {
      const trimmed = text.trim();
      if (trimmed !== '') entries = [...entries.filter((entry) => entry !== trimmed), trimmed].slice(-maxEntries);
      at = entries.length;
    },
    recall(step) {
      const next = at + step;
      const text = entries[next];
      if (text === undefined) return null;
      at = next;
      return text;
    },
  };
}
