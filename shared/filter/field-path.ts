// Paths into an envelope: how they are written, and which values they reach. A name that meets an array reaches into every
// element; only own members count, so no name can reach a prototype. Nothing here recurses: strangers choose the nesting.
import type { FieldPath } from './filter-node.ts';

const plainSegment = /[^\s()":,.[\]<>=~]+/y;
const quotedSegment = /"((?:[^"\\]|\\.)*)"/y;
const position = /\[(\d{1,9})\]/y;

/** Reads `payload.launched_by.lb-name`, `payload.submission[0].value` or `payload."odd name"`; null where it is none. */
export function parseFieldPath(text: string): FieldPath | null {
  const path: (string | number)[] = [];
  let at = 0;
  const read = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  for (;;) {
    const quoted = read(quotedSegment);
    const name = quoted === null ? read(plainSegment)?.[0] : unescapeQuoted(quoted[1] ?? '');
    if (name === undefined) return null;
    path.push(name);
    for (let index = read(position); index !== null; index = read(position)) path.push(Number(index[1]));
    if (at === text.length) return path;
    if (text[at] !== '.') return null;
    at += 1;
  }
}

/** The text that {@link parseFieldPath} reads back to the same path. */
export function formatFieldPath(path: FieldPath): string {
  return path
    .map((segment, index) => {
      if (typeof segment === 'number') return `[${segment}]`;
      plainSegment.lastIndex = 0;
      const plain = plainSegment.exec(segment)?.[0] === segment && segment.length > 0;
      return `${index > 0 ? '.' : ''}${plain ? segment : quote(segment)}`;
    })
    .join('');
}

/** A text in double quotes, with `"` and `\` escaped. */
export function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** The inside of a quoted text without its escapes. */
export function unescapeQuoted(inside: string): string {
  return inside.replaceAll(/\\(["\\])/g, '$1');
}

/** Every value at a path; none where the field is absent. */
export function valuesAtPath(envelope: unknown, path: FieldPath): unknown[] {
  let values: unknown[] = [envelope];
  for (const segment of path) values = values.flatMap((value) => members(value, segment));
  return values;
}

function members(value: unknown, segment: string | number): unknown[] {
  if (typeof segment === 'number') return Array.isArray(value) && segment < value.length ? [value[segment]] : [];
  return elementsOf(value).flatMap((element) => {
    if (typeof element !== 'object' || element === null || !Object.hasOwn(element, segment)) return [];
    return [(element as Record<string, unknown>)[segment]];
  });
}

/** The value itself, or, of an array, all that is in it however deep the arrays nest. */
export function elementsOf(value: unknown): unknown[] {
  const elements: unknown[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) for (const element of next) open.push(element);
    else elements.push(next);
  }
  return elements;
}
