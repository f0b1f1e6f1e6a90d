import { formatFieldPath, quote } from './field-path.ts';
import type { FieldPath, FilterNode, FilterTerm, FilterValue, TermTarget } from './filter-node.ts';
import { standsAlone } from './resolve-term.ts';
import { readsAsWord, scanFilter } from './scan-filter.ts';

/** The text of a filter; '' for null. Parsing it gives the same tree. */
export function printFilter(ast: FilterNode | null): string {
  if (ast === null) return '';
  switch (ast.type) {
    case 'and':
      return ast.nodes.map((node) => printOperand(node)).join(' ');
    case 'or':
      return ast.nodes.map((node) => (node.type === 'or' ? `(${printFilter(node)})` : printFilter(node))).join(' OR ');
    case 'not':
      return `-${printOperand(ast.node)}`;
    case 'term':
      return printTerm(ast);
    case 'text':
      return isBareText(ast.text) ? ast.text : quote(ast.text);
  }
}

function printOperand(node: FilterNode): string {
  return node.type === 'and' || node.type === 'or' ? `(${printFilter(node)})` : printFilter(node);
}

/** One term, e.g. `status:500,timeout`. */
export function printTerm(term: FilterTerm): string {
  const key = printTarget(term.target);
  return `${key}${term.operator}${term.values.map((value) => printValue(value)).join(',')}`;
}

/** What stands before the operator. */
export function printTarget(target: TermTarget): string {
  switch (target.type) {
    case 'key':
      return target.name;
    case 'header':
      return `header.${target.name}`;
    case 'field':
      return standsAlone(target.path) ? formatFieldPath(target.path) : `envelope.${formatFieldPath(target.path)}`;
    case 'fieldType':
      return `type(${printPath(target.path)})`;
  }
}

function printPath(path: FieldPath): string {
  // A field that is itself named "envelope" would lose its name to the prefix.
  return path[0] === 'envelope' ? `envelope.${formatFieldPath(path)}` : formatFieldPath(path);
}

function printValue(value: FilterValue): string {
  if (value.type === 'regex') return `/${value.source}/${value.flags}`;
  if (value.type === 'range') return `${value.from}..${value.to}`;
  return value.quoted ? quote(value.text) : value.text;
}

/** A value as it must be written after `key:` to be taken literally: bare where that is safe, else quoted. */
export function printLiteral(key: string, text: string): string {
  const special = text === 'null' || text === 'absent' || text === 'empty' || text.includes('*');
  return !special && readsAsWord(key, text) ? text : quote(text);
}

function isBareText(text: string): boolean {
  const { lexemes, errors } = scanFilter(text);
  const [only] = lexemes;
  return errors.length === 0 && lexemes.length === 1 && only?.type === 'text' && only.text === text;
}
