/** A duration for a report: `8 ms`, `0.204 s`, `1.81 s`, `41.2 s`, `2 m 31 s`, `3 h 04 m`. */
export function durationText(durationMs: number): string {
  if (durationMs < 99.5) return `${Math.round(durationMs)} ms`;
  if (durationMs < 119_950) return `${(durationMs / 1_000).toFixed(decimals(durationMs))} s`;
  const seconds = Math.round(durationMs / 1_000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return `${minutes} m ${pad(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${pad(minutes % 60)} m`;
}

/** Three figures, so that a retry delay of a fifth of a second can be told from a quarter. */
function decimals(durationMs: number): number {
  if (durationMs < 999.5) return 3;
  return durationMs < 9_995 ? 2 : 1;
}

const pad = (value: number): string => String(value).padStart(2, '0');
