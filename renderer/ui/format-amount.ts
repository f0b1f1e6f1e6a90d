const wholeNumber = new Intl.NumberFormat('en-US');

/** `412,806` */
export function formatCount(count: number): string {
  return wholeNumber.format(count);
}

/** At most four characters: `803`, `2.9k`, `188k`, `1.2M`. */
export function formatShortCount(count: number): string {
  if (count < 1000) return String(count);
  const [size, unit] = count < 999_500 ? [count / 1000, 'k'] : [count / 1_000_000, 'M'];
  return `${size < 99.95 ? size.toFixed(1) : size.toFixed(0)}${unit}`;
}

/** A span of milliseconds with three figures at most: `12 ms`, `0.9 s`, `41 s`, `2 m 31 s`, `3 h 04 m`, `3 d 04 h`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 0) return `−${formatDuration(-durationMs)}`;
  if (durationMs < 100) return `${Math.round(durationMs)} ms`;
  if (durationMs < 9_950) return `${(durationMs / 1000).toFixed(1)} s`;
  const seconds = Math.round(durationMs / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return `${minutes} m ${pad(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${pad(minutes % 60)} m`;
  return `${Math.floor(hours / 24)} d ${pad(hours % 24)} h`;
}

const pad = (value: number): string => String(value).padStart(2, '0');

/** `512 B`, `1.4 kB`, `1.9 GB`; powers of 1000. */
export function formatBytes(sizeBytes: number): string {
  if (sizeBytes < 1000) return `${sizeBytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let size = sizeBytes / 1000;
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size < 99.5 ? size.toFixed(1) : size.toFixed(0)} ${units[unit]}`;
}
