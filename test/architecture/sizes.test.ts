import path from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { measureFunctions } from './measure-functions.ts';
import { listFiles, readModules } from './source-files.ts';

/** Tests are one file per behaviour or per source file, so the folders of test/ may be full. */
const caps = { file: 400, function: 60, component: 120, modulesInFolder: 15 };

const modules = readModules();
const allNames = ['shared', 'electron', 'renderer', 'test'].flatMap(listFiles);
const isData = (name: string): boolean => name.startsWith('test/fixtures/');

describe('sizes', () => {
  it(`keeps every file at ${caps.file} lines or fewer`, () => {
    const long = modules
      .filter(({ name }) => !isData(name))
      .map(({ name, text }) => ({ name, lines: text.trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > caps.file);
    expect(long).toEqual([]);
  });

  it(`keeps every function at ${caps.function} lines of its own, a component at ${caps.component}`, () => {
    const long = modules.flatMap((module) =>
      measureFunctions(module)
        .filter(({ name, ownLines }) => ownLines > (isComponent(module.name, name) ? caps.component : caps.function))
        .map(({ name, line, ownLines }) => `${module.name}:${line} ${name} has ${ownLines}`),
    );
    expect(long).toEqual([]);
  });

  it(`keeps every folder at ${caps.modulesInFolder} modules or fewer`, () => {
    const folders = Map.groupBy(
      modules.filter(({ name }) => !name.startsWith('test/')),
      ({ name }) => path.posix.dirname(name),
    );
    const full = [...folders].filter(([, { length }]) => length > caps.modulesInFolder);
    expect(full.map(([folder, { length }]) => `${folder} has ${length}`)).toEqual([]);
  });
});

describe('names', () => {
  it('are kebab-case', () => {
    const part = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/;
    expect(allNames.filter((name) => !name.split('/').every((step) => part.test(step)))).toEqual([]);
  });

  it('say what is inside', () => {
    const empty = ['utils', 'util', 'helpers', 'helper', 'types', 'common', 'misc'];
    const says = (name: string): boolean => !name.split('/').some((step) => empty.includes(step.replace(/\..*$/, '')));
    expect(allNames.filter((name) => !says(name))).toEqual([]);
  });

  it('are the names under which things are exported: there is no default export', () => {
    const named = modules.filter(({ name, text }) => hasDefaultExport(name, text));
    expect(named.map(({ name }) => name)).toEqual([]);
  });
});

function isComponent(fileName: string, functionName: string): boolean {
  return fileName.endsWith('.tsx') && /^[A-Z]/.test(functionName);
}

function hasDefaultExport(fileName: string, text: string): boolean {
  const { staticExports } = parseSync(fileName, text).module;
  return staticExports.some(({ entries }) => entries.some(({ exportName }) => exportName.kind === 'Default'));
}
