import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffEnvelopes } from '#shared/diff/diff-envelopes.ts';
import { toElementPath, toMemberPath } from '#shared/diff/format-path.ts';
import type { DiffChange } from '#shared/protocol/diff.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const scalar = fc.oneof(
  fc.constantFrom<Json>(null, '', 0, false, 'x'),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string(),
);
const key = fc.oneof(fc.constantFrom('a', 'b', 'c', 'id', 'lb-name', 'x.y', '', '__proto__'), fc.string());
/** Small enough that two of them often hold the same elements in another order. */
const overlapping = fc.oneof(
  fc.uniqueArray(fc.nat({ max: 7 }), { maxLength: 7 }),
  fc.uniqueArray(fc.record({ id: fc.nat({ max: 4 }), v: fc.nat({ max: 2 }) }), {
    maxLength: 6,
    comparator: 'IsStrictlyEqual',
    selector: JSON.stringify,
  }),
);
/** Arrays hold no value twice, so that "moved" names one element. */
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    overlapping,
    fc.uniqueArray(tie('json'), { maxLength: 5, comparator: 'IsStrictlyEqual', selector: sortedText }),
    fc.array(fc.tuple(key, tie('json')), { maxLength: 5 }).map((members) => Object.fromEntries(members)),
  ),
}));

function sortedText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${sortedText(member)}`);
  return `{${members.toSorted().join()}}`;
}

const asPrinted = (path: string): string => (path === '' ? '$' : path);

/** Carries the changes out on A, knowing nothing of B. */
function applyChanges(a: Json, changes: readonly DiffChange[]): Json {
  const at = (path: string, kinds: readonly string[]) =>
    changes.find((change) => change.path === asPrinted(path) && kinds.includes(change.kind));

  function patch(value: Json, path: string): Json {
    const changed = at(path, ['changed']);
    if (changed?.b) return JSON.parse(changed.b) as Json;
    if (Array.isArray(value)) return patchArray(value, path);
    if (value === null || typeof value !== 'object') return value;
    return patchObject(value, path);
  }

  function patchObject(value: { [key: string]: Json }, path: string): Json {
    const kept = Object.entries(value)
      .filter(([name]) => !at(toMemberPath(path, name), ['removed']))
      .map(([name, member]): [string, Json] => [name, patch(member, toMemberPath(path, name))]);
    const added = changes.flatMap((change): [string, Json][] => {
      if (change.kind !== 'added' || change.b === null) return [];
      const name = memberName(path, change.path);
      return name === null ? [] : [[name, JSON.parse(change.b) as Json]];
    });
    return Object.fromEntries([...kept, ...added]);
  }

  function patchArray(items: Json[], path: string): Json {
    const here = changes.filter((change) => elementIndex(path, change.path) !== null);
    const movedSources = here.filter((c) => c.kind === 'moved').map((c) => sortedText(JSON.parse(c.a ?? '') as Json));
    const staying = items.filter(
      (item, index) => !at(toElementPath(path, index), ['removed']) && !movedSources.includes(sortedText(item)),
    );
    const removed = here.filter(({ kind }) => kind === 'removed').length;
    const added = here.filter(({ kind }) => kind === 'added').length;
    return Array.from({ length: items.length - removed + added }, (_, index) => {
      const elementPath = toElementPath(path, index);
      const placed = at(elementPath, ['added', 'moved']);
      return placed?.b ? (JSON.parse(placed.b) as Json) : patch(staying.shift() as Json, elementPath);
    });
  }

  return patch(a, '');
}

function elementIndex(parent: string, path: string): number | null {
  const match = path.startsWith(parent) ? /^\[(\d+)\]$/.exec(path.slice(parent.length)) : null;
  return match ? Number(match[1]) : null;
}

/** The key by which `path` is a member of `parent`, or null. */
function memberName(parent: string, path: string): string | null {
  if (!path.startsWith(parent)) return null;
  const rest = path.slice(parent.length);
  const plain = rest.startsWith('.') ? rest.slice(1) : rest;
  if (toMemberPath(parent, plain) === path) return plain;
  if (!/^\[".*"\]$/s.test(rest)) return null;
  try {
    const name = JSON.parse(rest.slice(1, -1)) as string;
    return toMemberPath(parent, name) === path ? name : null;
  } catch {
    return null; // a path of several steps that merely begins and ends like one
  }
}

/** The same value with the keys of every object reversed. */
function reverseKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(reverseKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reverseKeys(member)]),
  );
}

describe('any two envelopes', () => {
  it('have no difference from themselves', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(value);
        expect(diffEnvelopes(text, text)).toMatchObject({ changes: [], keyOrderCount: 0, message: null });
      }),
    );
  });

  it('have changes that lead from A to B', () => {
    const pair = fc.oneof(fc.tuple(json, json), fc.tuple(overlapping, overlapping));
    fc.assert(
      fc.property(pair, ([a, b]: [Json, Json]) => {
        const { changes } = diffEnvelopes(JSON.stringify(a), JSON.stringify(b));
        expect(sortedText(applyChanges(a, changes))).toBe(sortedText(b));
      }),
      { numRuns: 1000 },
    );
  });

  it('have the same changes when the keys stand in another order', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(diffEnvelopes(JSON.stringify(value), JSON.stringify(reverseKeys(value))).changes).toEqual([]);
      }),
    );
  });

  it('never make the diff throw, JSON or not', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', '\\', '1', ',') }),
    );
    fc.assert(
      fc.property(text, text, (a, b) => {
        const diff = diffEnvelopes(a, b);
        expect(diff.message === null || diff.changes.length === 0).toBe(true);
      }),
    );
  });
});
