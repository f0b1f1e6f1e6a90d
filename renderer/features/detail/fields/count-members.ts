/** How many members each object or array has, by path, counted over the paths below it; fields without any are not in the map. */
export function countMembers(paths: readonly string[]): ReadonlyMap<string, number> {
  const members = new Map<string, Set<string>>();
  for (const path of paths) {
    const parts = path.split(/(?=[.[])/);
    for (let depth = 1; depth < parts.length; depth += 1) {
      const parent = parts.slice(0, depth).join('');
      const seen = members.get(parent) ?? new Set();
      members.set(parent, seen.add(parts[depth] ?? ''));
    }
  }
  return new Map([...members].map(([path, seen]) => [path, seen.size]));
}
