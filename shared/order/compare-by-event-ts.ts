/** What the order by event_ts looks at; times in epoch milliseconds. */
export interface TimedDelivery {
  id: number;
  eventTsMs: number | null;
  receivedAtMs: number;
}

/** Order by event_ts, by time of receipt where there is none, then by arrival: a total order for `Array.sort`. */
export function compareByEventTs(a: TimedDelivery, b: TimedDelivery): number {
  return (a.eventTsMs ?? a.receivedAtMs) - (b.eventTsMs ?? b.receivedAtMs) || a.id - b.id;
}
