// Edits the text of a filter for clicks: on a facet, or on a field to filter by, exclude or add. Where a term is only added the
// text stays as it was typed; where a term is changed or removed the whole is printed anew. Never throws; a text with errors is
// only ever added to.
import { referenceEntities } from './filter-keys.ts';
import type { FilterNode, FilterTerm, FilterValue, TermTarget } from './filter-node.ts';
import { parseFilter, parseTarget } from './parse-filter.ts';
import { printFilter, printLiteral, printTarget } from './print-filter.ts';
import { parseEnvelopePath } from './resolve-term.ts';
import { foldCase } from './text-matcher.ts';

/** What a click stands for. */
export interface TermEdit {
  /** A key, or the path of a field from the envelope's top (`payload.job_id`, `event_version`). */
  readonly key: string;
  /** Taken literally; null is JSON's null. An empty event is what the kinds of the facets call unparsed. */
  readonly value: string | null;
  /** include: and; exclude: and not; or: in addition to what fits already. */
  readonly mode: 'include' | 'exclude' | 'or';
}

/** The text with the term added; the opposite term goes, and a term that is there already is not repeated. */
export function addTerm(text: string, { key, value, mode }: TermEdit): string {
  const term = toTerm(key, value);
  const printed = printFilter(term);
  const { ast, errors } = parseFilter(text);
  if (text.trim() === '') return mode === 'exclude' ? `-${printed}` : printed;
  if (errors.length > 0) return `${text.trimEnd()} ${mode === 'exclude' ? '-' : ''}${printed}`;
  if (mode === 'or') return addAlternative(text, ast, term);
  const node: FilterNode = mode === 'exclude' ? { type: 'not', node: term } : term;
  const opposite: FilterNode = mode === 'exclude' ? term : { type: 'not', node: term };
  const parts = conjuncts(ast);
  const rest = parts.filter((part) => !isSameTerm(part, opposite));
  if (rest.length < parts.length) return printFilter(conjunction([...rest, node]));
  if (parts.some((part) => isSameTerm(part, node))) return text;
  const kept = ast?.type === 'or' ? `(${text.trim()})` : text.trimEnd();
  return `${kept} ${printFilter(node)}`;
}

/** Whether a term of the whole filter admits (or, with `exclude`, excludes) this value. */
export function hasTerm(text: string, key: string, value: string, mode: 'include' | 'exclude' = 'include'): boolean {
  const { ast, errors } = parseFilter(text);
  if (errors.length > 0) return false;
  const wanted = toTerm(key, value);
  return conjuncts(ast).some((part) => {
    const term = mode === 'exclude' && part.type === 'not' ? part.node : part;
    if (mode === 'exclude' && part.type !== 'not') return false;
    return term.type === 'term' && isSameKey(term, wanted) && wanted.values.every((value) => holds(term, value));
  });
}

/** A click on a facet: values of one key are alternatives, a second click takes the value back. */
export function toggleFacet(text: string, key: string, value: string): string {
  const { ast, errors } = parseFilter(text);
  const wanted = toTerm(key, value);
  const parts = conjuncts(ast);
  const index = parts.findIndex((part) => part.type === 'term' && isSameKey(part, wanted));
  const found = parts[index];
  if (errors.length > 0 || found?.type !== 'term') return addTerm(text, { key, value, mode: 'include' });
  const rest = found.values.filter((candidate) => !wanted.values.some((removed) => isSameValue(candidate, removed)));
  const isRemoval = rest.length < found.values.length;
  const values = isRemoval ? rest : [...found.values, ...wanted.values];
  const changed = values.length === 0 ? [] : [{ ...found, values }];
  return printFilter(conjunction([...parts.slice(0, index), ...changed, ...parts.slice(index + 1)]));
}

function addAlternative(text: string, ast: FilterNode | null, term: FilterTerm): string {
  if (ast?.type === 'term' && isSameKey(ast, term)) {
    const isThere = term.values.every((value) => holds(ast, value));
    return isThere ? text : printFilter({ ...ast, values: [...ast.values, ...term.values] });
  }
  const alternatives = ast?.type === 'or' ? ast.nodes : [];
  if (alternatives.some((alternative) => isSameTerm(alternative, term))) return text;
  return `${text.trimEnd()} OR ${printFilter(term)}`;
}

function toTerm(key: string, value: string | null): FilterTerm {
  if (key === 'event' && value === '') return toTerm('is', 'unparsed');
  const target = toTarget(key, value);
  const text = value ?? 'null';
  const isQuoted = value !== null && printLiteral(printTarget(target), value).startsWith('"');
  return {
    type: 'term',
    target,
    operator: ':',
    values: [{ type: 'word', text: text.toWellFormed(), quoted: isQuoted }],
  };
}

function toTarget(key: string, value: string | null): TermTarget {
  const target = parseTarget(key.toWellFormed());
  // What is null or empty is never a reference nor a name: only the field itself can be asked.
  const asksField = target?.type === 'key' && (value === null || (value === '' && target.name in referenceEntities));
  if (target !== null && !asksField) return target;
  const path = key === 'event' ? ['event_name'] : parseEnvelopePath(key.toWellFormed());
  return { type: 'field', path: path ?? [key.toWellFormed()] };
}

function conjuncts(ast: FilterNode | null): readonly FilterNode[] {
  if (ast === null) return [];
  return ast.type === 'and' ? ast.nodes : [ast];
}

function conjunction(nodes: readonly FilterNode[]): FilterNode | null {
  const [only] = nodes;
  return nodes.length > 1 ? { type: 'and', nodes } : (only ?? null);
}

function isSameKey(a: FilterTerm, b: FilterTerm): boolean {
  return a.operator === b.operator && printTarget(a.target) === printTarget(b.target);
}

function isSameTerm(a: FilterNode, b: FilterNode): boolean {
  if (a.type === 'not' && b.type === 'not') return isSameTerm(a.node, b.node);
  if (a.type !== 'term' || b.type !== 'term' || !isSameKey(a, b)) return false;
  return a.values.length === b.values.length && b.values.every((value) => holds(a, value));
}

function holds(term: FilterTerm, value: FilterValue): boolean {
  return term.values.some((candidate) => isSameValue(candidate, value));
}

function isSameValue(a: FilterValue, b: FilterValue): boolean {
  return (
    a.type === 'word' && b.type === 'word' && foldCase(a.text) === foldCase(b.text) && isSpecial(a) === isSpecial(b)
  );
}

/** Unquoted, these mean more than their letters. */
function isSpecial(value: Extract<FilterValue, { type: 'word' }>): boolean {
  return !value.quoted && (/^(?:null|absent|empty)$/.test(value.text) || value.text.includes('*'));
}
