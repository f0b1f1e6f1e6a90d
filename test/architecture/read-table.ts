import { readSource } from './source-files.ts';

/** Cells of the rows of the Markdown table whose first heading is `heading`, without the heading's own row. */
export function readTable(fileName: string, heading: string): string[][] {
  const rows = readSource(fileName)
    .text.split('\n')
    .map((line) => (line.startsWith('|') ? toCells(line) : null));
  const start = rows.findIndex((cells) => cells?.[0] === heading);
  if (start === -1) throw new Error(`${fileName} has no table that begins with "${heading}".`);
  const end = rows.indexOf(null, start);
  return rows.slice(start + 2, end === -1 ? undefined : end).filter((cells) => cells !== null);
}

/** A `\|` inside a cell is no border. */
function toCells(line: string): string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}
