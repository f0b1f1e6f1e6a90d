const recentMs = 10 * 60_000;
const hourMs = 3_600_000;

/** Whether something at a moment still counts as happening: within the last ten minutes. A clock that is behind does not hide it. */
export function isRecent(atMs: number, nowMs: number): boolean {
  return nowMs - atMs < recentMs;
}

/** The hour a moment lies in; what was dismissed stays so until a later one. */
export function hourOf(atMs: number): number {
  return Math.floor(atMs / hourMs);
}
