import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The checkout. */
export const root = path.resolve(import.meta.dirname, '../..');

/** A text file of the checkout. */
export interface SourceFile {
  /** From the root, with `/`. */
  name: string;
  text: string;
}

const sourceFolders = ['shared', 'electron', 'renderer', 'test'];
/** What git does not keep. */
const madeHere = ['.git', 'node_modules', 'dist', 'release'];
const binary = /\.(?:png|jpe?g|ico|icns|woff2?|sqlite|hookloupe|gz|har\.br)$/;

/** Names of all files below a folder of the checkout, from the root, in a stable order. */
export function listFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .toSorted();
}

/** Every module of ours, tests and launcher included. */
export function readModules(): SourceFile[] {
  return sourceFolders
    .flatMap(listFiles)
    .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name))
    .map(readSource);
}

/** Every text file that belongs to the checkout. */
export function readAllTexts(): SourceFile[] {
  return readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => !madeHere.includes(name))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(entry.name) : [entry.name]))
    .filter((name) => !binary.test(name))
    .map(readSource);
}

export function readSource(name: string): SourceFile {
  return { name, text: readFileSync(path.join(root, name), 'utf8') };
}

/** Line of a position in a text, from 1. */
export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}
