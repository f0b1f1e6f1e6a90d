/** Epoch milliseconds as ISO 8601 UTC with milliseconds, the form of every time on the wire; null stays null. */
export function toIsoTime(atMs: number): string;
export function toIsoTime(atMs: number | null): string | null;
export function toIsoTime(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
