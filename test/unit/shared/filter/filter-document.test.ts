import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filterKeys, unavailableFlags } from '#shared/filter/filter-keys.ts';
import {
  maxFilterDepth,
  maxFilterLength,
  maxFilterTerms,
  maxFilterValues,
  parseFilter,
} from '#shared/filter/parse-filter.ts';
import { maxRegexInput, maxRegexLength } from '#shared/filter/text-matcher.ts';

const document = readFileSync(new URL('../../../../docs/filter.md', import.meta.url), 'utf8');
const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

/** Rows of the tables within a part of the document, without the blanks that align them. */
function rowsBetween(from: string, to: string): string[] {
  const section = document.slice(document.indexOf(from), document.indexOf(to));
  const lines = section.split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) => line.replaceAll(/ +/g, ' '));
}

describe('docs/filter.md', () => {
  it('lists the keys of the language, no more and no fewer, in their order', () => {
    const rows = filterKeys.map(({ name, aliases, valueType, doc, examples }) => {
      const names = [name, ...aliases].map(code).join(', ');
      return `| ${names} | ${valueType} | ${doc} | ${examples.map(code).join(' ')} |`;
    });
    expect(rowsBetween('## Keys', '## Fixed values')).toEqual(rows);
  });

  it('lists the fixed values of every key that has them', () => {
    const rows = filterKeys
      .filter(({ valueType }) => valueType === 'choice')
      .map(({ name, choices }) => `| ${code(name)} | ${choices.map(({ value }) => code(value)).join(' ')} |`);
    expect(rowsBetween('## Fixed values', '## Not available yet')).toEqual(rows);
  });

  it('names what is not available yet', () => {
    const section = document.slice(document.indexOf('## Not available yet'), document.indexOf('## Limits'));
    for (const flag of unavailableFlags) expect(section).toContain(flag);
  });

  it('states the limits as they are', () => {
    const section = document.slice(document.indexOf('## Limits'));
    for (const limit of [
      maxFilterLength,
      maxFilterDepth,
      maxFilterTerms,
      maxFilterValues,
      maxRegexLength,
      maxRegexInput,
    ]) {
      expect(section).toContain(limit.toLocaleString('en'));
    }
  });

  it('shows only examples that work', () => {
    const filters = rowsBetween('## Examples', '## Keys').map(
      (row) => /^\| `(.+?)` \|/.exec(row)?.[1]?.replaceAll('\\|', '|') ?? '',
    );
    expect(filters.length).toBeGreaterThan(10);
    for (const filter of filters) expect(parseFilter(filter).errors, filter).toEqual([]);
  });
});
