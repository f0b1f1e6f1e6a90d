// Numbers with units and times, as they are written in a filter. Every literal is an interval: 09:00 is a minute, 2026-11-20 a
// day, 5s a point. Times without a zone are read in the zone of the clock that is passed in; nothing here looks at a clock.
import type { FilterOperator } from './filter-node.ts';

/** Where "now" and "here" come from. */
export interface FilterClock {
  readonly nowMs: number;
  /** Minutes east of UTC for times without a zone. */
  readonly zoneOffsetMinutes: number;
}

/** What a literal stands for. `since`: on its own it means "from start on" (`received:10m`). */
export interface Interval {
  readonly start: number;
  readonly end: number;
  /** The end does not belong to the interval. */
  readonly endOpen: boolean;
  readonly since: boolean;
  /** What it depends on: nothing, the zone of the clock, or the present. */
  readonly frame: 'fixed' | 'zone' | 'now';
}
export type Literal = Interval | { readonly problem: string };

const point = (value: number): Interval => ({
  start: value,
  end: value,
  endOpen: false,
  since: false,
  frame: 'fixed',
});
const span = (start: number, lengthMs: number, frame: Interval['frame']): Interval => ({
  start,
  end: start + lengthMs,
  endOpen: true,
  since: false,
  frame,
});

const minuteMs = 60_000;
const dayMs = 86_400_000;
const durationUnits: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', minuteMs],
  ['h', 3_600_000],
  ['d', dayMs],
]);
const sizeUnits: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['b', 1],
  ['kb', 1e3],
  ['mb', 1e6],
  ['gb', 1e9],
  ['kib', 1024],
  ['mib', 1024 ** 2],
  ['gib', 1024 ** 3],
]);

/** A plain decimal number. */
export function parseNumber(text: string): Literal {
  return /^-?\d{1,300}(?:\.\d+)?$/.test(text)
    ? point(Number(text))
    : { problem: `${show(text)} is not a number; write for example 2 or >=2` };
}

/** A length of time in milliseconds: `250ms`, `5s`, `10m`, `2h`, `3d`, `-1.5s`, `0`. */
export function parseDuration(text: string): Literal {
  const match = /^(-?\d{1,15}(?:\.\d{1,15})?)([a-z]*)$/i.exec(text);
  if (match === null) return { problem: `${show(text)} is not a duration; write for example 250ms, 5s, 10m, 2h or 3d` };
  const [, digits = '', unit = ''] = match;
  if (unit === '' && Number(digits) === 0) return point(0);
  const factor = durationUnits.get(unit.toLowerCase());
  if (factor === undefined) {
    const fault = unit === '' ? `${show(text)} needs a unit` : `${show(unit)} is not a unit of time`;
    return { problem: `${fault}; write ms, s, m, h or d, for example ${digits}s` };
  }
  return point(Number(digits) * factor);
}

/** A number of bytes: `512`, `20kB`, `1MB`, `4KiB`. */
export function parseSize(text: string): Literal {
  const match = /^(\d{1,15}(?:\.\d{1,15})?)([a-z]*)$/i.exec(text);
  if (match === null) return { problem: `${show(text)} is not a size; write for example 512, 20kB or 1MB` };
  const [, digits = '', unit = ''] = match;
  const factor = sizeUnits.get(unit.toLowerCase());
  return factor === undefined
    ? { problem: `${show(unit)} is not a unit of size; write B, kB, MB, GB, KiB, MiB or GiB` }
    : point(Number(digits) * factor);
}

/** A time: `10m` ago, `today`, `yesterday`, `09:00` of today, or anything {@link parseAbsoluteTime} reads. */
export function parseTime(text: string, clock: FilterClock): Literal {
  const ago = /^(\d{1,9})(s|m|h|d)$/i.exec(text);
  if (ago !== null) {
    const start = clock.nowMs - Number(ago[1]) * (durationUnits.get((ago[2] ?? '').toLowerCase()) ?? 0);
    return { ...span(start, 1, 'now'), since: true };
  }
  const relative = text.toLowerCase();
  if (relative === 'today') return span(dayStart(clock.nowMs, clock.zoneOffsetMinutes), dayMs, 'now');
  if (relative === 'yesterday') return span(dayStart(clock.nowMs, clock.zoneOffsetMinutes) - dayMs, dayMs, 'now');
  const ofDay = /^(\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)(z|[+-]\d\d:\d\d)?$/i.exec(text);
  if (ofDay === null) return parseAbsoluteTime(text, clock.zoneOffsetMinutes);
  const offset = zoneMinutes(ofDay[2], clock.zoneOffsetMinutes);
  const time = timeOfDay(ofDay[1] ?? '');
  if (offset === null || time === null) return { problem: `${show(text)} is not a time of day; hours end at 23:59:59` };
  return span(dayStart(clock.nowMs, offset) + time.startMs, time.lengthMs, 'now');
}

/** A date, a date with a time (zone optional), or epoch milliseconds. */
export function parseAbsoluteTime(text: string, zoneOffsetMinutes: number): Literal {
  if (/^\d{12,14}$/.test(text)) return span(Number(text), 1, 'fixed');
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?))?(z|[+-]\d\d:?\d\d)?$/i.exec(text);
  if (match === null) {
    return { problem: `${show(text)} is not a time; write for example 10m, 09:00, 2026-11-20 or 2026-11-20T09:00Z` };
  }
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  const offset = zoneMinutes(match[5], zoneOffsetMinutes);
  const time = match[4] === undefined ? { startMs: 0, lengthMs: dayMs } : timeOfDay(match[4]);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || time === null || offset === null) {
    return { problem: `${show(text)} does not exist in the calendar; check month, day, time and zone` };
  }
  const startMs = date.getTime() - offset * minuteMs + time.startMs;
  return span(startMs, time.lengthMs, match[5] === undefined ? 'zone' : 'fixed');
}

function dayStart(atMs: number, offsetMinutes: number): number {
  const localMs = atMs + offsetMinutes * minuteMs;
  return Math.floor(localMs / dayMs) * dayMs - offsetMinutes * minuteMs;
}

function zoneMinutes(zone: string | undefined, fallback: number): number | null {
  if (zone === undefined) return fallback;
  if (zone.toLowerCase() === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** Start within the day and precision of `09:00`, `09:00:05` or `09:00:05.123`; null past the end of the day. */
function timeOfDay(text: string): { startMs: number; lengthMs: number } | null {
  const [hours = '', minutes = '', seconds] = text.split(':');
  const [whole = '0', fraction] = (seconds ?? '').split(/[.,]/);
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(whole) > 59) return null;
  const startMs = Number(hours) * 3_600_000 + Number(minutes) * minuteMs + Number(whole) * 1000;
  if (seconds === undefined) return { startMs, lengthMs: minuteMs };
  if (fraction === undefined) return { startMs, lengthMs: 1000 };
  return {
    startMs: startMs + Number(fraction.padEnd(3, '0').slice(0, 3)),
    lengthMs: 10 ** Math.max(0, 3 - fraction.length),
  };
}

function show(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** Numbers between two ends, which may be infinite and may be open. */
export interface NumberRange {
  readonly min: number;
  readonly minOpen: boolean;
  readonly max: number;
  readonly maxOpen: boolean;
}

/** What a comparison with a literal admits: `>` a day begins when the day is over, `<=` a day includes all of it. */
export function toRange(operator: FilterOperator, literal: Interval): NumberRange {
  const all = { min: -Infinity, minOpen: false, max: Infinity, maxOpen: false };
  switch (operator) {
    case ':>':
      return { ...all, min: literal.end, minOpen: !literal.endOpen };
    case ':>=':
      return { ...all, min: literal.start };
    case ':<':
      return { ...all, max: literal.start, maxOpen: true };
    case ':<=':
      return { ...all, max: literal.end, maxOpen: literal.endOpen };
    case ':':
    case ':=':
    case ':~':
      return literal.since
        ? { ...all, min: literal.start }
        : { min: literal.start, minOpen: false, max: literal.end, maxOpen: literal.endOpen };
  }
}

/** From the start of one literal to the end of another; '' leaves an end open. */
export function rangeBetween(
  from: string,
  to: string,
  parse: (text: string) => Literal,
): NumberRange | { readonly problem: string } {
  if (from === '' && to === '') return { problem: 'A range needs a start or an end; write for example 400..499' };
  const low = from === '' ? null : parse(from);
  const high = to === '' ? null : parse(to);
  if (low !== null && 'problem' in low) return low;
  if (high !== null && 'problem' in high) return high;
  const min = low?.start ?? -Infinity;
  const max = high?.end ?? Infinity;
  // Only where neither zone nor present can turn the ends round: a filter is valid or not whatever the clock says.
  if (min > max && low?.frame === high?.frame && low?.frame !== 'now') {
    return { problem: `${show(from)} lies after ${show(to)}; swap them` };
  }
  return { min, minOpen: false, max, maxOpen: high?.endOpen ?? false };
}

/** Whether a number lies in the range. */
export function inRange(range: NumberRange, value: number): boolean {
  const aboveMin = range.minOpen ? value > range.min : value >= range.min;
  return aboveMin && (range.maxOpen ? value < range.max : value <= range.max);
}
