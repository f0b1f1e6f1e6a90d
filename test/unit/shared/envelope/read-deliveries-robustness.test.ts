import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFields } from '#shared/envelope/fields/decode-fields.ts';
import { problemCodes } from '#shared/envelope/problem-codes.ts';
import { readDeliveries } from '#shared/envelope/read-deliveries.ts';
import { catalogue } from '#shared/spec/catalogue.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const eventName = fc.constantFrom('x.y', 'notification.auth_link_clicked', ...catalogue.map(({ name }) => name));
const fieldName = fc.constantFrom(
  ...new Set(catalogue.flatMap(({ payload }) => payload.map(({ name }) => name))),
  '__proto__',
);
const envelope = fc.record(
  {
    event_id: fc.oneof(fc.uuid(), fc.jsonValue()),
    event_name: fc.oneof(eventName, fc.jsonValue()),
    event_ts: fc.oneof(fc.constant('2026-11-21T13:03:57.417Z'), fc.jsonValue()),
    payload: fc.oneof(fc.dictionary(fieldName, fc.jsonValue()), fc.jsonValue()),
  },
  { requiredKeys: ['event_id'] },
);

/** A body with a few bytes overwritten, dropped or doubled. */
const mutated = fc
  .tuple(
    fc.oneof(envelope, fc.array(envelope, { maxLength: 3 })).map((value) => encode(JSON.stringify(value))),
    fc.array(fc.tuple(fc.nat(), fc.nat(255), fc.constantFrom('set', 'cut', 'double')), { maxLength: 4 }),
  )
  .map(([bytes, changes]) => {
    let body = [...bytes];
    for (const [at, byte, change] of changes) {
      const index = at % Math.max(body.length, 1);
      if (change === 'set') body[index] = byte;
      else if (change === 'cut') body = body.slice(0, index);
      else body = [...body, ...body.slice(index)];
    }
    return Uint8Array.from(body);
  });

function expectSound(bytes: Uint8Array): void {
  const readings = readDeliveries(bytes);
  expect(readings.length).toBeGreaterThan(0);
  let before = 0;
  for (const [index, reading] of readings.entries()) {
    expect(reading.start).toBeGreaterThanOrEqual(before);
    expect(reading.end).toBeGreaterThanOrEqual(reading.start);
    expect(reading.end).toBeLessThanOrEqual(bytes.length);
    before = reading.end;
    expect(reading.unparsed).toBe(reading.parseError !== null);
    expect(reading.batchIndex ?? 0).toBe(index);
    expect(reading.summary.length).toBeLessThanOrEqual(200);
    expect(reading.references.length).toBeLessThanOrEqual(16);
    for (const problem of reading.problems) expect(Object.hasOwn(problemCodes, problem)).toBe(true);
  }
}

describe('reading the bodies of strangers', () => {
  it('gives sound readings for any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), expectSound), { numRuns: 1000 });
  });

  it('gives sound readings for damaged envelopes', () => {
    fc.assert(fc.property(mutated, expectSound), { numRuns: 1000 });
  });

  it('points at the very text of each envelope', () => {
    fc.assert(
      fc.property(fc.array(envelope, { minLength: 1, maxLength: 5 }), fc.constantFrom(0, 1, 2), (envelopes, indent) => {
        const bytes = encode(JSON.stringify(envelopes, null, indent));
        const values = readDeliveries(bytes).map(({ start, end }) => JSON.parse(decode(bytes.subarray(start, end))));
        expect(values).toEqual(JSON.parse(JSON.stringify(envelopes)));
      }),
    );
  });

  it('decodes the fields of anything without failing', () => {
    fc.assert(
      fc.property(fc.oneof(envelope, fc.jsonValue()), fc.boolean(), (value, isCut) => {
        const text = JSON.stringify(value);
        const fields = decodeFields(value, isCut ? text.slice(0, -1) : text);
        for (const { status, type, source } of fields) {
          expect(status === 'missing').toBe(type === null && source === null);
        }
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(decodeFields(undefined, text)).toBeInstanceOf(Array);
      }),
    );
  });
});
