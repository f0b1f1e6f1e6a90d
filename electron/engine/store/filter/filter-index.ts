// Finds indexed texts without regard to case, on indexes that know only bytes. Names are few, so the distinct ones are read off
// their index, one seek each. Identifiers are many: the value is walked letter by letter, in every case that occurs, like a trie,
// which costs a few seeks per letter. Candidates are always checked by filter_value, so the walk may admit too much, never too little.
import type { TextMatcher } from '#shared/filter/text-matcher.ts';
import { storyEntities, type StoryEntity } from '#shared/protocol/delivery.ts';

/** A value that a statement can be run with. */
export type SqlValue = string | number | bigint | Uint8Array | null;

/** A piece of SQL with the values of its question marks, in order. */
export interface Sql {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** Deliveries whose event_name fits the term. */
export function namesThat(argument: string): Sql {
  return {
    sql: `(d.event_name IS NOT NULL AND d.event_name IN (
      WITH RECURSIVE names (name) AS (
        SELECT min(event_name) FROM deliveries
        UNION ALL
        SELECT (SELECT min(event_name) FROM deliveries WHERE event_name > names.name) FROM names WHERE name IS NOT NULL
      )
      SELECT name FROM names WHERE name IS NOT NULL AND filter_value(?, name)))`,
    params: [argument],
  };
}

/** Deliveries whose event_id fits one of the matchers. */
export function eventIdsThat(matchers: readonly TextMatcher[], argument: string): Sql {
  const source = { table: 'deliveries', column: 'event_id', condition: '1', result: 'event_id' };
  const { sql, params } = walk(source, matchers.map(toStart), argument);
  return { sql: `(d.event_id IS NOT NULL AND d.event_id IN (${sql}))`, params };
}

/** Deliveries with a reference to one of these entities whose value fits one of the matchers. */
export function referencesThat(
  entities: readonly StoryEntity[],
  matchers: readonly TextMatcher[],
  argument: string,
): Sql {
  const source = { table: 'refs', column: 'value', condition: 'refs.entity = walk.entity', result: 'delivery_id' };
  const starts = entities.flatMap((entity) =>
    matchers.map((matcher) => ({ ...toStart(matcher), entity: storyEntities.indexOf(entity) })),
  );
  const { sql, params } = walk(source, starts, argument);
  return { sql: `d.id IN (${sql})`, params };
}

interface IndexedColumn {
  readonly table: string;
  readonly column: string;
  readonly condition: string;
  readonly result: string;
}

/** What a fitting text must begin with: each piece in the forms it may have. `isWhole`: nothing can follow. */
interface Start {
  readonly pieces: readonly (readonly string[])[];
  readonly isWhole: boolean;
  readonly entity?: number;
}

/** Byte 0xFF sorts after every UTF-8 text. */
const afterAll = `CAST(x'FF' AS TEXT)`;

/** One statement for all the starts, because SQLite limits the number of subqueries of a statement. */
function walk(source: IndexedColumn, starts: readonly Start[], argument: string): Sql {
  const { table, column, condition, result } = source;
  const given = JSON.stringify(starts.map((start) => ({ ...start, count: start.pieces.length })));
  return {
    sql: `WITH RECURSIVE walk (start, entity, count, next, prefix, depth) AS (
        SELECT key, value ->> 'entity', value ->> 'count',
          CASE value ->> 'isWhole' WHEN 1 THEN char(1) ELSE ${afterAll} END, '', 0
        FROM json_each(?)
        UNION ALL
        SELECT walk.start, walk.entity, walk.count, walk.next, walk.prefix || piece.value, walk.depth + 1
        FROM walk JOIN json_each(?, '$[' || walk.start || '].pieces[' || walk.depth || ']') AS piece
        WHERE EXISTS (
          SELECT 1 FROM ${table} WHERE ${condition} AND ${column} >= walk.prefix || piece.value
            AND ${column} < walk.prefix || piece.value || ${afterAll})
      )
      SELECT ${result} FROM walk CROSS JOIN ${table}
      WHERE walk.depth = walk.count AND ${condition} AND ${column} >= walk.prefix
        AND ${column} < walk.prefix || walk.next AND filter_value(?, ${column})`,
    params: [given, given, argument],
  };
}

/** Every text that folds to a letter: two beyond ASCII fold into it. */
const foldedInto: Readonly<Partial<Record<string, readonly string[]>>> = { k: ['\u212A'], i: ['\u0130'] };

/** Stops before a wildcard and before anything whose case is not as simple as in ASCII. */
function toStart(matcher: TextMatcher): Start {
  switch (matcher.type) {
    case 'exact':
      return matcher.text.includes('\0') ? anything : { pieces: [[matcher.text]], isWhole: true };
    case 'equals': {
      const pieces = toPieces(matcher.folded);
      return {
        pieces,
        isWhole: pieces.reduce((length, [piece = '']) => length + piece.length, 0) === matcher.folded.length,
      };
    }
    case 'glob':
      return { pieces: toPieces(matcher.parts[0] ?? ''), isWhole: false };
    case 'contains':
    case 'regex':
      return anything;
  }
}

const anything: Start = { pieces: [], isWhole: false };

function toPieces(folded: string): string[][] {
  const simple = /^[ -~]*/.exec(folded)?.[0] ?? '';
  return (simple.match(/[a-z]|[^a-z]+/g) ?? []).map((piece) =>
    /^[a-z]$/.test(piece) ? [piece, piece.toUpperCase(), ...(foldedInto[piece] ?? [])] : [piece],
  );
}
