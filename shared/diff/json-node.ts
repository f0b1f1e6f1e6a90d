// JSON as the diff sees it: every scalar with its source text, so that a number is never rounded, and every value with an
// identity: two values are equal exactly when their identities are, whatever the order of their keys. Refuses text that is not
// JSON or is nested deeper than `maxDepth`, in words, so that no text of a stranger can overflow the stack.
import { toCanonicalNumber } from './canonical-number.ts';

/** A value of a parsed text. `identity` compares only within one `JsonReader`. */
export type JsonNode = JsonScalar | JsonArray | JsonObject;
export interface JsonScalar {
  readonly type: 'scalar';
  readonly identity: number;
  readonly source: string;
}
export interface JsonArray {
  readonly type: 'array';
  readonly identity: number;
  readonly items: readonly JsonNode[];
}
export interface JsonObject {
  readonly type: 'object';
  readonly identity: number;
  readonly members: ReadonlyMap<string, JsonNode>;
}

/** The parsed text, or why there is none. */
export type JsonReading = { node: JsonNode } | { problem: string };

/** Reads texts whose values are to be compared with each other. */
export interface JsonReader {
  read(text: string): JsonReading;
}

/** Levels of nesting beyond which no structure is read. */
export const maxDepth = 512;

/** A reader with its own identities. */
export function createJsonReader(): JsonReader {
  const identities = new Map<string, number>();

  function identify(content: string): number {
    const known = identities.get(content);
    if (known !== undefined) return known;
    identities.set(content, identities.size);
    return identities.size - 1;
  }

  /** JSON.parse visits children first: by the time a container comes, its members are nodes already. */
  function toNode(_key: string, value: unknown, context?: { source?: string }): JsonNode {
    if (Array.isArray(value)) {
      const items = value as JsonNode[];
      return { type: 'array', identity: identify(`[${items.map((item) => item.identity).join()}]`), items };
    }
    if (typeof value === 'object' && value !== null) {
      const members = new Map(Object.entries(value as Record<string, JsonNode>));
      return { type: 'object', identity: identify(toMembersContent(members)), members };
    }
    const source = context?.source ?? JSON.stringify(value);
    const content = typeof value === 'number' ? toCanonicalNumber(source) : JSON.stringify(value);
    return { type: 'scalar', identity: identify(content), source };
  }

  return {
    read(text) {
      if (measureDepth(text) > maxDepth) return { problem: `is nested deeper than ${maxDepth} levels` };
      try {
        return { node: JSON.parse(text, toNode) as JsonNode };
      } catch (cause) {
        return { problem: `is not JSON (${(cause as Error).message})` };
      }
    },
  };
}

/** Compact JSON of a value; numbers and strings exactly as they were written. */
export function toJsonSource(node: JsonNode): string {
  if (node.type === 'scalar') return node.source;
  if (node.type === 'array') return `[${node.items.map(toJsonSource).join()}]`;
  return `{${[...node.members].map(([key, member]) => `${JSON.stringify(key)}:${toJsonSource(member)}`).join()}}`;
}

function toMembersContent(members: ReadonlyMap<string, JsonNode>): string {
  const parts = [...members].map(([key, member]) => `${JSON.stringify(key)}:${member.identity}`);
  return `{${parts.toSorted().join()}}`;
}

/** Deepest nesting of brackets outside strings; defined for any text. */
function measureDepth(text: string): number {
  let deepest = 0;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (inString) {
      if (character === '\\') i += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
