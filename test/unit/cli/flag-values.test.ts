import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseDurationMs,
  parseHttpUrl,
  parseNatural,
  parsePace,
  parsePort,
  parseRate,
  parseRetryDelays,
  parseSizeBytes,
  parseTimeoutMs,
  parseToken,
} from '#cli/flag-values.ts';

describe('values of flags', () => {
  it.each([
    [parsePort, '0', 0],
    [parsePort, '65535', 65_535],
    [parseRate, '20/s', 20],
    [parseRate, '0.5/s', 0.5],
    [parseRate, '20', 20],
    [parseDurationMs, '250', 250],
    [parseDurationMs, '0', 0],
    [parseDurationMs, '1.5s', 1_500],
    [parseDurationMs, '2m', 120_000],
    [parseSizeBytes, '65536', 65_536],
    [parseSizeBytes, '512KiB', 524_288],
    [parseSizeBytes, '32MB', 32_000_000],
    [parseRetryDelays, '200,600,1800', [200, 600, 1_800]],
    [parseRetryDelays, '1s', [1_000]],
    [parsePace, 'x4', 'x4'],
    [parseHttpUrl, 'http://127.0.0.1:4180', 'http://127.0.0.1:4180/'],
    [parseToken, 'aB3-_', 'aB3-_'],
  ])('%o reads %s', (parse: (text: string) => unknown, text, value) => {
    expect(parse(text)).toEqual(value);
  });

  it.each([
    [parsePort, '65536', 'Allowed: 0 (any free port) to 65535.'],
    [parsePort, '-1', 'Allowed: 0 (any free port) to 65535.'],
    [parsePort, '0x50', 'Allowed: 0 (any free port) to 65535.'],
    [parseRate, '0/s', 'Allowed: N/s, for example 20/s.'],
    [parseRate, '20/m', 'Allowed: N/s, for example 20/s.'],
    [parseDurationMs, '1h', 'Allowed: milliseconds, or a number with ms, s or m, up to a day.'],
    [parseTimeoutMs, '0', 'Allowed: milliseconds from 1, or a number with ms, s or m.'],
    [parseSizeBytes, '2GiB', 'Allowed: bytes, or a number with KB, MB, GB, KiB, MiB or GiB, up to 1GiB.'],
    [parseRetryDelays, '1,2,3,4', 'Allowed: one to three delays, for example 200,600,1800.'],
    [parsePace, 'slow', 'Allowed: fast, original, xN or N/s, for example x4 or 20/s.'],
    [parseHttpUrl, 'localhost:80', 'Allowed: an http:// or https:// URL.'],
    [parseToken, '', 'Allowed: letters, digits and any of - _ . ~ + / =.'],
  ])('%o refuses %s and says what is allowed', (parse: (text: string) => unknown, text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  it('read back every whole number', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        expect(parseNatural(String(value))).toBe(value);
      }),
    );
  });

  it('are a number or a refusal that says what is allowed, whatever is typed', () => {
    const parsers = [parsePort, parseRate, parseDurationMs, parseTimeoutMs, parseSizeBytes, parseNatural];
    fc.assert(
      fc.property(fc.constantFrom(...parsers), fc.string(), (parse, text) => {
        expect(outcomeOf(parse, text)).toMatch(/^(?:Allowed: .+|[\d.e+]+)$/);
      }),
    );
  });
});

function outcomeOf(parse: (text: string) => number, text: string): string {
  try {
    return String(parse(text));
  } catch (refusal) {
    return (refusal as Error).message;
  }
}
