import { kindCategory } from '#shared/spec/catalogue.ts';
import { kindCategories, type KindCategory } from '#shared/spec/kind-spec.ts';

export interface KindGroup {
  category: KindCategory;
  count: number;
  /** Most frequent first; without the unparsed, which have no name. */
  kinds: { name: string; count: number }[];
}

/** Counts per event_name ('' for unparsed) as the tree of the sidebar: one group per category that was seen. */
export function groupKinds(counts: Readonly<Record<string, number>>): KindGroup[] {
  const groups = kindCategories.map((category): KindGroup => ({ category, count: 0, kinds: [] }));
  for (const [name, count] of Object.entries(counts)) {
    const category = name === '' ? 'unknown' : kindCategory(name);
    const group = groups.find((candidate) => candidate.category === category);
    if (!group) continue;
    group.count += count;
    if (name !== '') group.kinds.push({ name, count });
  }
  for (const group of groups) group.kinds.sort((a, b) => b.count - a.count);
  return groups.filter((group) => group.count > 0);
}
