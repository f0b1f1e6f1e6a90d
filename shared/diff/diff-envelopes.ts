// The structural difference of two JSON texts as a flat list of changes. Absent, null and "" are three values; numbers compare by
// their exact decimal value; the order of keys is ignored but counted. Not made by jsondiffpatch, which loses a change below a key
// named `__proto__` and takes seconds and a gigabyte for arrays of 10,000 elements.
import type { Diff, DiffChange } from '../protocol/diff.ts';
import { formatPath, toElementPath, toMemberPath } from './format-path.ts';
import { createJsonReader, toJsonSource, type JsonArray, type JsonNode, type JsonObject } from './json-node.ts';
import { matchItems } from './match-items.ts';

/** A diff as far as two texts tell it; whether the bytes were the same is known only to whoever has them. */
export type TextDiff = Omit<Diff, 'sameBytes'>;

/** How many paths of equal leaves are listed. */
const maxEqualPaths = 500;

/**
 * What changed from text A to text B. Where a side is not JSON, or is nested deeper than 512 levels, there are no changes and `message`
 * says why: compare the texts. A moved element gives one `moved` change, and further changes for what differs inside it; its
 * equal leaves count as equal. Leaves are scalars and empty containers. Never throws.
 */
export function diffEnvelopes(aText: string, bText: string): TextDiff {
  const reader = createJsonReader();
  const a = reader.read(aText);
  const b = reader.read(bText);
  const diff: TextDiff = {
    changes: [],
    equalCount: 0,
    equalPaths: [],
    keyOrderCount: 0,
    message: null,
    aText,
    bText,
  };
  if ('node' in a && 'node' in b) compareNodes(a.node, b.node, '', diff);
  else diff.message = toMessage('problem' in a ? a.problem : null, 'problem' in b ? b.problem : null);
  return diff;
}

function toMessage(aProblem: string | null, bProblem: string | null): string {
  const problems = [aProblem === null ? [] : `A ${aProblem}`, bProblem === null ? [] : `B ${bProblem}`].flat();
  return `${problems.join('; ')}: compare the two as text.`;
}

function compareNodes(a: JsonNode, b: JsonNode, path: string, diff: TextDiff): void {
  if (isLeaf(a) && a.identity === b.identity) addEqual(path, diff);
  else if (a.type === 'object' && b.type === 'object') compareObjects(a, b, path, diff);
  else if (a.type === 'array' && b.type === 'array') compareArrays(a, b, path, diff);
  else addChange('changed', path, { a, b }, diff);
}

function isLeaf(node: JsonNode): boolean {
  if (node.type === 'scalar') return true;
  return node.type === 'array' ? node.items.length === 0 : node.members.size === 0;
}

function compareObjects(a: JsonObject, b: JsonObject, path: string, diff: TextDiff): void {
  if (hasOtherKeyOrder(a, b)) diff.keyOrderCount += 1;
  for (const [key, member] of a.members) {
    const other = b.members.get(key);
    if (other) compareNodes(member, other, toMemberPath(path, key), diff);
    else addChange('removed', toMemberPath(path, key), { a: member }, diff);
  }
  for (const [key, member] of b.members) {
    if (!a.members.has(key)) addChange('added', toMemberPath(path, key), { b: member }, diff);
  }
}

/** Whether the keys that both have stand in another order. */
function hasOtherKeyOrder(a: JsonObject, b: JsonObject): boolean {
  const bKeys = [...b.members.keys()].filter((key) => a.members.has(key));
  return [...a.members.keys()].filter((key) => b.members.has(key)).some((key, index) => key !== bKeys[index]);
}

function compareArrays(a: JsonArray, b: JsonArray, path: string, diff: TextDiff): void {
  const matches = matchItems(a.items, b.items);
  const matchedInA = new Set(matches.map((match) => match.aIndex));
  for (const [index, item] of a.items.entries()) {
    if (!matchedInA.has(index)) addChange('removed', toElementPath(path, index), { a: item }, diff);
  }
  const matchByB = new Map(matches.map((match) => [match.bIndex, match]));
  for (const [index, item] of b.items.entries()) {
    const elementPath = toElementPath(path, index);
    const match = matchByB.get(index);
    const before = match && a.items[match.aIndex];
    if (match?.moved) addChange('moved', elementPath, { a: before, b: item }, diff);
    if (before) compareNodes(before, item, elementPath, diff);
    else addChange('added', elementPath, { b: item }, diff);
  }
}

function addChange(
  kind: DiffChange['kind'],
  path: string,
  sides: { a?: JsonNode | undefined; b?: JsonNode },
  diff: TextDiff,
): void {
  const a = sides.a ? toJsonSource(sides.a) : null;
  const b = sides.b ? toJsonSource(sides.b) : null;
  diff.changes.push({ path: formatPath(path), kind, a, b });
}

function addEqual(path: string, diff: TextDiff): void {
  diff.equalCount += 1;
  if (diff.equalPaths.length < maxEqualPaths) diff.equalPaths.push(formatPath(path));
}
