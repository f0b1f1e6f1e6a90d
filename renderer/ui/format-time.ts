/** Which clock a time is shown by. */
export const zones = ['local', 'utc'] as const;
export type Zone = (typeof zones)[number];

const pad = (value: number, width = 2): string => String(value).padStart(width, '0');

/** `HH:mm:ss.SSS` of an ISO time on the wire (always UTC with milliseconds). */
export function formatClock(iso: string, zone: Zone): string {
  if (zone === 'utc') return iso.slice(11, 23);
  const at = new Date(iso);
  return `${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}.${pad(at.getMilliseconds(), 3)}`;
}

/** `yyyy-MM-dd HH:mm:ss.SSS`, followed by the offset from UTC. */
export function formatDateTime(iso: string, zone: Zone): string {
  if (zone === 'utc') return `${iso.slice(0, 10)} ${iso.slice(11, 23)} UTC`;
  const at = new Date(iso);
  const date = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `${date} ${formatClock(iso, zone)} ${formatOffset(at)}`;
}

/** `UTC+01:00` at a moment in the local zone. */
export function formatOffset(at: Date): string {
  const minutes = -at.getTimezoneOffset();
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}
