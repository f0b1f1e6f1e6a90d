/** JSON text as a value; undefined where it is no JSON. A byte order mark in front is ignored. Nesting of any depth is fine. */
export function parseEnvelope(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\u{FEFF}') ? text.slice(1) : text);
  } catch {
    return undefined; // not JSON, or too long for a string: both mean there is no envelope to look at
  }
}

/**
 * Whether objects and arrays of a JSON text are nested deeper than `limit` levels; `[]` is one level. Reads up to the first place
 * that is too deep, and never recurses: ask it before handing a stranger's value to anything that does.
 */
export function jsonDepthExceeds(text: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '"':
        at = closingQuote(text, at);
        break;
      case '{':
      case '[':
        depth += 1;
        if (depth > limit) return true;
        break;
      case '}':
      case ']':
        depth -= 1;
        break;
    }
  }
  return false;
}

function closingQuote(text: string, open: number): number {
  let at = open + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
