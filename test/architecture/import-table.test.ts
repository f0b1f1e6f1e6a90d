import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkImport } from './check-imports.ts';
import { importTable } from './import-table.ts';
import { readImports } from './read-imports.ts';
import { readModules, readSource, root } from './source-files.ts';

const modules = readModules();
const tableFile = 'test/architecture/import-table.ts';

/** What is wrong, and the line of the table to change if the import is meant. */
function toFailure(place: string, specifier: string, problem: string): string {
  const row = /^row '(.+?)'/.exec(problem)?.[1];
  const advice = row === undefined ? '' : ` If it is meant to: ${tableFile}:${lineOfRow(row)}`;
  return `${place} imports ${specifier}: ${problem}.${advice}`;
}

/** A row is a key of the table, or a line of the order of shared/. */
function lineOfRow(row: string): number {
  const lines = readSource(tableFile).text.split('\n');
  const starts = [`${row}:`, `'${row}':`, `'${row}',`];
  return lines.findIndex((line) => starts.some((start) => line.trim().startsWith(start))) + 1;
}

describe('the import table', () => {
  it('allows every import of every module', () => {
    const failures = modules.flatMap((module) =>
      readImports(module).flatMap((found) => {
        const problem = checkImport(module.name, found, importTable);
        return problem === null ? [] : [toFailure(`${module.name}:${found.line}`, found.specifier, problem)];
      }),
    );
    expect(failures).toEqual([]);
  });

  it('has no row for a folder that is gone', () => {
    const gone = Object.keys(importTable).filter((row) => !existsSync(path.join(root, row.replace(/\/\*$/, ''))));
    expect(gone).toEqual([]);
  });

  it.each([
    ['shared/http/header-pair.ts', '../filter/parse-filter.ts'],
    ['shared/filter/parse-filter.ts', 'node:fs'],
    ['shared/filter/parse-filter.ts', '#engine/store/store.ts'],
    ['electron/engine/store/open-store.ts', 'electron'],
    ['electron/engine/store/open-store.ts', '#engine/receiver/clock.ts'],
    ['electron/engine/create-engine.ts', '#cli/data-folder.ts'],
    ['electron/cli/main.ts', 'electron'],
    ['electron/cli/main.ts', '#main/menu.ts'],
    ['electron/main/main.ts', '#engine/create-engine.ts'],
    ['electron/main/main.ts', '../engine/create-engine.ts'],
    ['electron/preload/preload.ts', 'node:fs'],
    ['renderer/ui/button.tsx', 'node:path'],
    ['renderer/features/list/delivery-list.tsx', '../detail/detail-pane.tsx'],
    ['renderer/features/list/delivery-list.tsx', 'electron'],
    ['renderer/features/list/delivery-list.tsx', '#engine/engine-config.ts'],
    ['renderer/state/selection.ts', 'react'],
    ['renderer/ui/button.tsx', '#test/support/test-engine.ts'],
    ['attic/old.ts', 'zod'],
  ])('refuses that %s imports %s', (file, specifier) => {
    expect(checkImport(file, { specifier, line: 1 }, importTable)).not.toBeNull();
  });

  it('sees every form of import', () => {
    const text = [
      `import type { A } from './a.ts';`,
      `export * from './b.ts';`,
      `export { c } from './c.ts';`,
      `const d = await import('./d.ts');`,
      `type E = import('./e.ts').E;`,
      `import './f.css';`,
    ].join('\n');
    const found = readImports({ name: 'example.ts', text }).map(({ specifier, line }) => `${line} ${specifier}`);
    expect(found.toSorted()).toEqual(['1 ./a.ts', '2 ./b.ts', '3 ./c.ts', '4 ./d.ts', '5 ./e.ts', '6 ./f.css']);
  });
});
