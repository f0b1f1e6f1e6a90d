// Values of flags: text in, number out. Every refusal says what is allowed, because it becomes the one line a user sees.
import { InvalidArgumentError } from 'commander';
import { paceSchema } from '#shared/protocol/replay.ts';

const durationUnitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };
const sizeUnits: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1_000,
  mb: 1_000_000,
  gb: 1_000_000_000,
  kib: 1_024,
  mib: 1_048_576,
  gib: 1_073_741_824,
};

/** 0 is any free port. */
export function parsePort(text: string): number {
  return parseWhole(text, { min: 0, max: 65_535, allowed: 'Allowed: 0 (any free port) to 65535.' });
}

export function parseCount(text: string): number {
  return parseWhole(text, { min: 1, max: 1_000_000_000, allowed: 'Allowed: a whole number from 1.' });
}

export function parseConcurrency(text: string): number {
  return parseWhole(text, { min: 1, max: 256, allowed: 'Allowed: a whole number from 1 to 256.' });
}

export function parseReplayConcurrency(text: string): number {
  return parseWhole(text, { min: 1, max: 64, allowed: 'Allowed: a whole number from 1 to 64.' });
}

export function parseNatural(text: string): number {
  return parseWhole(text, { min: 0, max: Number.MAX_SAFE_INTEGER, allowed: 'Allowed: a whole number from 0.' });
}

/** `20/s`, `0.5/s`, or the number alone → per second. */
export function parseRate(text: string): number {
  const rate = Number(/^(\d+(?:\.\d+)?)(?:\/s)?$/.exec(text)?.[1]);
  if (rate > 0) return rate;
  throw new InvalidArgumentError('Allowed: N/s, for example 20/s.');
}

/** `250`, `250ms`, `1.5s`, `2m` → milliseconds. */
export function parseDurationMs(text: string): number {
  const [, amount, unit = 'ms'] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text) ?? [];
  const durationMs = Math.round(Number(amount) * (durationUnitsMs[unit] ?? 1));
  if (durationMs <= 86_400_000) return durationMs;
  throw new InvalidArgumentError('Allowed: milliseconds, or a number with ms, s or m, up to a day.');
}

/** A duration longer than nothing. */
export function parseTimeoutMs(text: string): number {
  const durationMs = parseDurationMs(text);
  if (durationMs > 0) return durationMs;
  throw new InvalidArgumentError('Allowed: milliseconds from 1, or a number with ms, s or m.');
}

/** `200,600,1800` → one delay per retry, at most three. */
export function parseRetryDelays(text: string): number[] {
  const delays = text.split(',').map((part) => parseDurationMs(part.trim()));
  if (delays.length <= 3) return delays;
  throw new InvalidArgumentError('Allowed: one to three delays, for example 200,600,1800.');
}

/** `65536`, `512KiB`, `32MB` → bytes. */
export function parseSizeBytes(text: string): number {
  const [, amount, unit = 'b'] = /^(\d+(?:\.\d+)?)\s*([kmg]?i?b)?$/i.exec(text) ?? [];
  const sizeBytes = Math.floor(Number(amount) * (sizeUnits[unit.toLowerCase()] ?? Number.NaN));
  if (sizeBytes >= 1 && sizeBytes <= 1_073_741_824) return sizeBytes;
  throw new InvalidArgumentError('Allowed: bytes, or a number with KB, MB, GB, KiB, MiB or GiB, up to 1GiB.');
}

/** What a header and a URL can carry as it is. */
export function parseToken(text: string): string {
  if (/^[\w.~+/=-]+$/.test(text)) return text;
  throw new InvalidArgumentError('Allowed: letters, digits and any of - _ . ~ + / =.');
}

export function parseHttpUrl(text: string): string {
  const url = URL.parse(text);
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url.href;
  throw new InvalidArgumentError('Allowed: an http:// or https:// URL.');
}

/** How fast a replay goes; checked here, understood by the engine. */
export function parsePace(text: string): string {
  if (paceSchema.safeParse(text).success) return text;
  throw new InvalidArgumentError('Allowed: fast, original, xN or N/s, for example x4 or 20/s.');
}

function parseWhole(text: string, range: { min: number; max: number; allowed: string }): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= range.min && value <= range.max) return value;
  throw new InvalidArgumentError(range.allowed);
}

/** A lifetime: `90`, `90s`, `15m`, `12h` → whole seconds, up to a year. */
export function parseSeconds(text: string): number {
  const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
  const [, amount, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text) ?? [];
  const seconds = Number(amount) * (units[unit] ?? 1);
  if (seconds >= 1 && seconds <= 31_536_000) return seconds;
  throw new InvalidArgumentError('Allowed: seconds from 1, or a number with s, m, h or d, up to a year.');
}
