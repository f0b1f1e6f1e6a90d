import { describe, expect, it } from 'vitest';
import { createOpenApi } from '#engine/api/openapi.ts';
import { apiPrefix, contract } from '#shared/protocol/contract.ts';
import { readTable } from './read-table.ts';

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, { operationId: string; summary: string; responses: Record<string, unknown> }>>;
}

/** As the documents write it: `/deliveries/{id}`. */
const calls = Object.entries(contract).map(([name, { method, path, summary }]) => ({
  name,
  method,
  path: path.replaceAll(/:(\w+)/g, '{$1}'),
  summary,
}));

describe('the OpenAPI document', () => {
  const document = createOpenApi('0.0.0') as OpenApi;

  it('has every call of the contract and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId, summary }]) => ({
        name: operationId,
        method: method.toUpperCase(),
        path: path.replace(apiPrefix, ''),
        summary,
      })),
    );
    const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);
    expect(described.toSorted(byName)).toEqual(calls.toSorted(byName));
  });

  it('is version 3.1 and plain JSON', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});

describe('docs/api.md', () => {
  it('lists every call of the contract, in its order, and no other', () => {
    const listed = readTable('docs/api.md', 'call').map(([call, name, summary]) => ({ call, name, summary }));
    expect(listed).toEqual(
      calls.map(({ name, method, path, summary }) => ({ call: `\`${method} ${path}\``, name: `\`${name}\``, summary })),
    );
  });
});
