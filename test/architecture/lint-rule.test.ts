import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { useTempFolder } from '#test/support/temp-folder.ts';
import { root } from './source-files.ts';

const folder = useTempFolder().path('checkout');

/** Codes of what our configuration refuses in a text, linted where it would lie in the checkout. */
function lint(name: string, text: string): string[] {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  const script = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [script, '--type-aware', '--format', 'json', name], {
    cwd: folder,
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] };
  return diagnostics.map(({ code }) => code);
}

mkdirSync(folder);
for (const name of ['.oxlintrc.json', 'tsconfig.json']) cpSync(path.join(root, name), path.join(folder, name));
symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');

describe('the lint rules', () => {
  it.each([
    [
      'a promise nobody waits for',
      'electron/a.ts',
      'export function f(): void { Promise.resolve(1); }',
      'no-floating-promises',
    ],
    [
      'a promise where a condition stands',
      'electron/b.ts',
      'export const f = async (): Promise<number> => 1;\nif (f()) throw new Error("never");',
      'no-misused-promises',
    ],
    ['any', 'electron/c.ts', 'export const f = (a: any): string => String(a);', 'no-explicit-any'],
    ['a default export', 'electron/d.ts', 'export default function f(): void {}', 'no-default-export'],
    [
      'a type imported as a value',
      'electron/e.ts',
      "import { Socket } from 'node:net';\nexport const f = (s: Socket): unknown => s;",
      'consistent-type-imports',
    ],
    [
      'a fifth parameter',
      'electron/f.ts',
      'export const f = (a: 1, b: 1, c: 1, d: 1, e: 1): number => a + b + c + d + e;',
      'max-params',
    ],
    ['process in shared/', 'shared/g.ts', 'export const f = (): unknown => process.env;', 'no-restricted-globals'],
    [
      'a timer in shared/',
      'shared/h.ts',
      'export const f = (): unknown => setTimeout(() => undefined, 1);',
      'no-restricted-globals',
    ],
    ['eval', 'renderer/i.ts', 'export const f = (a: string): unknown => eval(a);', 'no-eval'],
    [
      'HTML from a string',
      'renderer/j.tsx',
      'export const A = () => <p dangerouslySetInnerHTML={{ __html: "" }} />;',
      'no-danger',
    ],
    [
      'a skipped test',
      'test/k.test.ts',
      "import { it } from 'vitest';\nit.skip('works', () => undefined);",
      'no-disabled-tests',
    ],
    [
      'a test that runs alone',
      'test/l.test.ts',
      "import { it } from 'vitest';\nit.only('works', () => undefined);",
      'no-focused-tests',
    ],
  ])('refuse %s', (_what, name, text, rule) => {
    expect(lint(name, text).join(' ')).toContain(rule);
  });

  it('refuse nothing in a plain module', () => {
    expect(lint('electron/plain.ts', 'export const lagMs = (from: number, to: number): number => to - from;')).toEqual(
      [],
    );
  });
});
