const isoPattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d(?::?\d\d)?)$/;

/** Times outside these years are clock defaults and typing errors, not occurrences. */
const firstYear = 1970;
const lastYear = 2999;

/**
 * An event_ts as epoch milliseconds: ISO 8601 with seconds, with or without a fraction, and with `Z` or an offset (section
 * “Event envelope (all events)”). Null for everything else, also for days that do not exist and for years outside 1970 to 2999.
 * Digits below the millisecond are dropped.
 */
export function parseEventTime(text: string): number | null {
  const match = isoPattern.exec(text);
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const offsetMs = parseOffset(match[8] as string);
  if (year < firstYear || year > lastYear || hour > 23 || minute > 59 || second > 59 || offsetMs === null) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const milliseconds = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds - offsetMs;
}

function parseOffset(offset: string): number | null {
  if (offset === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(-2)) * (offset.length > 3 ? 1 : 0);
  if (hours > 23 || minutes > 59) return null;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
