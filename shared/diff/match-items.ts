// Which element of array A is which element of array B. An element is known by a naming field (an answer_id, a phone number …) or,
// where it has none, by its whole content. The longest run of known elements that kept their order stays; other known elements
// have moved; what is left between two that stayed is paired by position. n log n, whatever the arrays hold.
import type { JsonNode } from './json-node.ts';

/** Fields whose value names an array's element, best first. */
const namingFields = ['event_id', 'answer_id', 'channel_addr', 'message_id', 'notification_id', 'id'] as const;

/** An element of B with its counterpart in A; `moved` when it left its place among the others. */
export interface ItemMatch {
  aIndex: number;
  bIndex: number;
  moved: boolean;
}

/** Matches in the order of B. Elements of A or B in no match were removed or added. */
export function matchItems(a: readonly JsonNode[], b: readonly JsonNode[]): ItemMatch[] {
  const known = matchKnown(a.map(toKey), b.map(toKey));
  const stayed = longestRising(known);
  const matches = known.map((match) => ({ ...match, moved: !stayed.has(match) }));
  return [...matches, ...pairLeftovers(a, b, matches)].toSorted((x, y) => x.bIndex - y.bIndex);
}

interface KnownMatch {
  aIndex: number;
  bIndex: number;
}

function findNamingField(node: JsonNode): string | undefined {
  if (node.type !== 'object') return undefined;
  return namingFields.find((field) => {
    const member = node.members.get(field);
    return member?.type === 'scalar' && member.source !== 'null' && member.source !== '""';
  });
}

function toKey(node: JsonNode): string {
  const field = findNamingField(node);
  if (field === undefined || node.type !== 'object') return `content ${node.identity}`;
  return `${field} ${node.members.get(field)?.identity}`;
}

/** Equal keys match in order of occurrence: the second "x" of A is the second "x" of B. In the order of A. */
function matchKnown(aKeys: readonly string[], bKeys: readonly string[]): KnownMatch[] {
  const waiting = new Map<string, number[]>();
  for (let bIndex = bKeys.length - 1; bIndex >= 0; bIndex -= 1) {
    const key = bKeys[bIndex] as string;
    const indexes = waiting.get(key);
    if (indexes) indexes.push(bIndex);
    else waiting.set(key, [bIndex]);
  }
  return aKeys.flatMap((key, aIndex) => {
    const bIndex = waiting.get(key)?.pop();
    return bIndex === undefined ? [] : [{ aIndex, bIndex }];
  });
}

/** The most matches whose places rise in B as they do in A (a longest increasing subsequence by patience sorting). */
function longestRising(matches: readonly KnownMatch[]): Set<KnownMatch> {
  const tails: KnownMatch[] = [];
  const previous = new Map<KnownMatch, KnownMatch | undefined>();
  for (const match of matches) {
    const pile = countBelow(tails, match.bIndex);
    previous.set(match, tails[pile - 1]);
    tails[pile] = match;
  }
  const rising = new Set<KnownMatch>();
  for (let match = tails.at(-1); match !== undefined; match = previous.get(match)) rising.add(match);
  return rising;
}

function countBelow(tails: readonly KnownMatch[], bIndex: number): number {
  let low = 0;
  let high = tails.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tails[middle] as KnownMatch).bIndex < bIndex) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Nameless elements left over on both sides between the same two that stayed: the first with the first, and so on. */
function pairLeftovers(a: readonly JsonNode[], b: readonly JsonNode[], matches: readonly ItemMatch[]): ItemMatch[] {
  const stayed = matches.filter((match) => !match.moved);
  const aGaps = toGaps(a, new Set(matches.map((m) => m.aIndex)), new Set(stayed.map((m) => m.aIndex)));
  const bGaps = toGaps(b, new Set(matches.map((m) => m.bIndex)), new Set(stayed.map((m) => m.bIndex)));
  return aGaps.flatMap((aIndexes, gap) =>
    aIndexes.flatMap((aIndex, i) => {
      const bIndex = bGaps[gap]?.[i];
      return bIndex === undefined ? [] : [{ aIndex, bIndex, moved: false }];
    }),
  );
}

/** Indexes of unmatched nameless elements, one list for each space before, between and after the elements that stayed. */
function toGaps(items: readonly JsonNode[], matched: Set<number>, stayed: Set<number>): number[][] {
  const gaps: number[][] = [[]];
  for (const [index, item] of items.entries()) {
    if (stayed.has(index)) gaps.push([]);
    else if (!matched.has(index) && findNamingField(item) === undefined) gaps.at(-1)?.push(index);
  }
  return gaps;
}
