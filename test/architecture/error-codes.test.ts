import { describe, expect, it } from 'vitest';
import { errorCodes } from '#shared/errors/error-codes.ts';
import { readTable } from './read-table.ts';

const documented = readTable('docs/errors.md', 'code');

describe('docs/errors.md', () => {
  it('lists every error code with its status and title, in the order of the table, and no other', () => {
    const rows = documented.map(([code, status, title]) => ({ code, status: Number(status), title }));
    expect(rows).toEqual(
      Object.entries(errorCodes).map(([code, { status, title }]) => ({ code: `\`${code}\``, status, title })),
    );
  });

  it('says for each what to do', () => {
    expect(documented.filter(([, , , whatToDo = '']) => !/^\S.{10,}\.$/.test(whatToDo))).toEqual([]);
  });
});
