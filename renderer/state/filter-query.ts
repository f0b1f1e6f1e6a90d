import type { FilterQuery } from '#shared/protocol/query.ts';
import type { InspectorState } from './inspector-state.ts';

/** The filter as it is asked of the engine: times written without a zone are meant in the zone the page shows. */
export function toFilterQuery({ filterText, preferences }: InspectorState): FilterQuery {
  const zoneOffsetMinutes = preferences.zone === 'utc' ? 0 : -new Date().getTimezoneOffset();
  return { filter: filterText, zoneOffsetMinutes };
}
