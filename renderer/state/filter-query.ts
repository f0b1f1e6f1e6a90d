import type { FilterQuery } from '#shared/protocol/query.ts';
import type { InspectorState } from './inspector-state.ts';
import { narrowFilterText } from './narrow-filter-text.ts';

/**
 * What the list shows, as it is asked of the engine: times written without a zone are meant in the zone the page shows, and grouped,
 * only the newest try of each event is there.
 */
export function toFilterQuery({ filterText, grouped, preferences }: InspectorState): FilterQuery {
  const zoneOffsetMinutes = preferences.zone === 'utc' ? 0 : -new Date().getTimezoneOffset();
  return { filter: grouped ? narrowFilterText(filterText, 'is:latest') : filterText, zoneOffsetMinutes };
}

/** Everything is listed, in order of arrival: a row's place is its arrival ordinal, and no row ever leaves. */
export function isWholeList({ filterText, grouped, order }: InspectorState): boolean {
  return filterText === '' && !grouped && order === 'arrival';
}
