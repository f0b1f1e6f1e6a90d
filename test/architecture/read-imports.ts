import { parseSync, Visitor } from 'vite';
import { lineAt, type SourceFile } from './source-files.ts';

/** One import of a module: of a value or a type, by any of the language's forms. */
export interface Import {
  /** As written. */
  specifier: string;
  line: number;
}

/** Every import of a module whose specifier is a literal: `import`, `export … from`, `import()` and `import('…').Type`. */
export function readImports({ name, text }: SourceFile): Import[] {
  const imports: Import[] = [];
  const add = ({ source }: { source: { type: string; start: number; value?: unknown } | null }): void => {
    if (source === null || typeof source.value !== 'string') return;
    imports.push({ specifier: source.value, line: lineAt(text, source.start) });
  };
  const { program, errors } = parseSync(name, text);
  if (errors[0] !== undefined) throw new Error(`${name}: ${errors[0].message}`);
  new Visitor({
    ImportDeclaration: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: add,
    TSImportType: add,
  }).visit(program);
  return imports;
}
