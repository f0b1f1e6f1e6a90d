import path from 'node:path';
import type { Import } from './read-imports.ts';

/** Rooms by row: a folder (or file) and what it may import. */
export type ImportTable = Readonly<Record<string, readonly string[]>>;

/** The package imports of package.json, without their `/*`. */
const aliases: Readonly<Record<string, string>> = {
  '#shared': 'shared',
  '#engine': 'electron/engine',
  '#cli': 'electron/cli',
  '#main': 'electron/main',
  '#renderer': 'renderer',
  '#test': 'test',
};

/** What is wrong with one import of a file, in words; null when the table allows it. */
export function checkImport(fileName: string, { specifier }: Import, table: ImportTable): string | null {
  const from = findRoom(fileName, table);
  if (from === null) return 'its folder has no row in test/architecture/import-table.ts; add one';
  const target = toTarget(fileName, specifier);
  if (specifier.startsWith('.') && target !== 'package.json' && aliasOf(target) !== aliasOf(fileName)) {
    return 'a relative import stays inside its top folder; use a package import (#shared/…, #engine/…)';
  }
  const room = findRoom(target, table);
  if (room?.name === from.name) return null;
  const allowed = table[from.row] ?? [];
  const isAllowed = allowed.some((entry) => fits(entry, room?.name ?? target));
  return isAllowed ? null : `row '${from.row}' does not allow ${room?.name ?? target}`;
}

/** The room of a file: the longest row that fits, and the folder it stands for. */
export function findRoom(fileName: string, table: ImportTable): { row: string; name: string } | null {
  const parts = fileName.split('/');
  for (let length = parts.length; length > 0; length -= 1) {
    const name = parts.slice(0, length).join('/');
    const row = Object.keys(table).find((candidate) => fits(candidate, name));
    if (row !== undefined) return { row, name };
  }
  return null;
}

/** A path from the root for our own modules; the package or `node:…` name for others. */
function toTarget(fileName: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(fileName), specifier);
  const [first = '', second = ''] = specifier.split('/');
  const folder = aliases[first];
  if (folder !== undefined) return `${folder}${specifier.slice(first.length)}`;
  return first.startsWith('@') ? `${first}/${second}` : first;
}

/** `*` in a row stands for one name; alone it stands for everything. */
function fits(row: string, name: string): boolean {
  if (row === '*' || row === name) return true;
  if (row === 'node:*') return name.startsWith('node:');
  return row.endsWith('/*') && name.startsWith(row.slice(0, -1)) && !name.slice(row.length - 1).includes('/');
}

function aliasOf(name: string): string | undefined {
  return Object.values(aliases).find((folder) => name.startsWith(`${folder}/`));
}
