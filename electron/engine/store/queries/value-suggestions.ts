import { findFilterKey, referenceEntities } from '#shared/filter/filter-keys.ts';
import { storyEntities } from '#shared/protocol/delivery.ts';
import type { ValueSuggestions } from '#shared/protocol/query.ts';
import type { QueryContext } from './query-context.ts';

/** Filter keys whose values are counted in the roll-ups. */
const rolledUp: ReadonlyMap<string, string> = new Map(
  Object.entries({
    event: 'kind',
    status: 'answer',
    env: 'environment',
    auth: 'auth',
    origin: 'origin',
  }),
);
/** References looked at: enough to rank what is there, few enough to answer while somebody types. */
const LOOKED_AT = 20_000;
const SHOWN = 50;

/** Values seen for a filter key that begin with a prefix, most frequent first; none for keys that are not indexed. */
export function readValueSuggestions({ db }: QueryContext, key: string, prefix: string): ValueSuggestions {
  const dimension = rolledUp.get(key);
  if (dimension !== undefined) {
    const values = db
      .prepare<[string, string, string, number], { value: string; count: number }>(
        `SELECT value, total AS count FROM counts WHERE dimension = ? AND value <> '' AND substr(value, 1, length(?)) = ? ORDER BY total DESC LIMIT ?`,
      )
      .all(dimension, prefix, prefix, SHOWN);
    return { key, values };
  }
  const name = findFilterKey(key)?.name;
  const entity = name === undefined ? undefined : referenceEntities[name];
  if (entity === undefined) return { key, values: [] };
  const values = db
    .prepare<[number, string, string, number, number], { value: string; count: number }>(
      `SELECT value, count(*) AS count
       FROM (SELECT value FROM refs WHERE entity = ? AND value >= ? AND value < ? LIMIT ?)
       GROUP BY value ORDER BY count DESC, value LIMIT ?`,
    )
    .all(storyEntities.indexOf(entity), prefix, `${prefix}\u{10ffff}`, LOOKED_AT, SHOWN);
  return { key, values };
}
