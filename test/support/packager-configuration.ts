import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const fromHere = createRequire(import.meta.url);

/** What electron-builder.yml says, read with the packager's own YAML reader. */
export function readPackagerConfiguration(): object {
  const yaml = createRequire(fromHere.resolve('app-builder-lib/package.json'))('js-yaml') as {
    load: (text: string) => unknown;
  };
  return yaml.load(readFileSync(path.resolve(import.meta.dirname, '../../electron-builder.yml'), 'utf8')) as object;
}
