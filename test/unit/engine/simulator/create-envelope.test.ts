import { describe, expect, it } from 'vitest';
import { createCast } from '#engine/simulator/cast.ts';
import {
  createEnvelope,
  simulatedKinds,
  toSimulatedKind,
  type Envelope,
  type SimulatedKind,
} from '#engine/simulator/create-envelope.ts';
import { createRandom } from '#engine/random/random.ts';
import { catalogue } from '#shared/spec/catalogue.ts';
import type { FieldSpec, FieldType } from '#shared/spec/kind-spec.ts';

const nowMs = Date.UTC(2026, 10, 21, 14, 3, 58, 317);
const samplesPerKind = 60;
/** Null for system messages, says the spec (Payload of each event). */
const alwaysNull = new Set(['twoway_webhook.system_message_sent payload.tags']);
const envelopeFields = new Set(['event_id', 'event_name', 'event_ts', 'payload']);

function samplesOf(kind: SimulatedKind): Envelope[] {
  return Array.from({ length: samplesPerKind }, (_, seed) => createEnvelope(kind, createRandom(seed), nowMs));
}

/** A field as it was met in many samples of the object that holds it. */
function seenValues(holders: Record<string, unknown>[], { name, aliases }: FieldSpec): unknown[] {
  return holders.flatMap((holder) =>
    [name, ...aliases].filter((spelling) => Object.hasOwn(holder, spelling)).map((spelling) => holder[spelling]),
  );
}

const typeChecks: Record<FieldType, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  uuid: (value) => typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  timestamp: (value) => typeof value === 'string' && new Date(value).toISOString() === value,
  'unix-ms-string': (value) => typeof value === 'string' && /^\d{13}$/.test(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: (value) => Array.isArray(value),
  encrypted: (value) => typeof value === 'string' && /^[\w+/]{16,}={0,2}$/.test(value),
};

/** What is wrong with the samples, field by field; empty when they keep to the documentation. */
function deviations(holders: Record<string, unknown>[], fields: readonly FieldSpec[], where: string): string[] {
  return fields.flatMap((field) => {
    const path = `${where}.${field.name}`;
    const values = seenValues(holders, field);
    const present = values.filter((value) => value !== null);
    const fits = (value: unknown): boolean => [field.type, ...field.alsoTypes].some((type) => typeChecks[type](value));
    const found: string[] = [];
    if (alwaysNull.has(path) !== (present.length === 0)) found.push(`${path} has ${present.length} values`);
    if (values.length < holders.length && !field.optional) found.push(`${path} is missing though not optional`);
    if (present.length < values.length && !field.nullable) found.push(`${path} is null though not nullable`);
    if (!present.every(fits)) found.push(`${path} is not of type ${field.type}`);
    const members = present.flat().filter(typeChecks.object) as Record<string, unknown>[];
    return field.members.length > 0 ? [...found, ...deviations(members, field.members, path)] : found;
  });
}

describe('the 21 kinds of the simulator', () => {
  it('are those of the catalogue', () => {
    expect(simulatedKinds.toSorted()).toEqual(catalogue.map((kind) => kind.name).toSorted());
    expect(simulatedKinds).toHaveLength(21);
  });

  for (const spec of catalogue) {
    it(`carry every documented field of ${spec.name}, in its type, null and absent only where the spec allows it`, () => {
      const samples = samplesOf(spec.name as SimulatedKind);
      const payloads = samples.map((sample) => sample.payload);
      const found = [
        ...deviations(samples, spec.topLevel, `${spec.name} top`),
        ...deviations(payloads, spec.payload, `${spec.name} payload`),
      ];
      expect(found).toEqual([]);
    });

    it(`carry nothing in ${spec.name} that the spec does not name`, () => {
      const names = (fields: readonly FieldSpec[]): string[] => fields.flatMap((f) => [f.name, ...f.aliases]);
      const topLevel = new Set([...envelopeFields, ...names(spec.topLevel)]);
      const payload = new Set(names(spec.payload));
      for (const sample of samplesOf(spec.name as SimulatedKind)) {
        expect(Object.keys(sample).filter((name) => !topLevel.has(name))).toEqual([]);
        expect(Object.keys(sample.payload).filter((name) => !payload.has(name))).toEqual([]);
      }
    });
  }

  it('are the same for the same seed and time, byte for byte', () => {
    for (const kind of simulatedKinds) {
      const [one, two] = [createEnvelope(kind, createRandom(9), nowMs), createEnvelope(kind, createRandom(9), nowMs)];
      expect(JSON.stringify(one)).toBe(JSON.stringify(two));
    }
  });

  it('say when it happened with milliseconds in UTC', () => {
    expect(createEnvelope('message.delivered', createRandom(1), nowMs).event_ts).toBe('2026-11-21T14:03:58.317Z');
  });

  it('share the ids of a cast and keep what a story fixes', () => {
    const random = createRandom(3);
    const cast = createCast(random);
    const attempted = createEnvelope('notification.attempted', random, nowMs, { cast });
    const receipt = createEnvelope('notification.undelivered', random, nowMs, { cast, payload: { job_id: 'job_1' } });
    expect(receipt.payload['notification_id']).toBe(attempted.payload['notification_id']);
    expect(receipt.payload['job_id']).toBe('job_1');
    expect(receipt.event_id).not.toBe(attempted.event_id);
  });

  it('are refused by name when unknown, with the allowed names', () => {
    expect(() => toSimulatedKind('notification.lost')).toThrow(/notification\.lost.*Use one of: account\.deactivate, /);
    expect(() => toSimulatedKind('toString')).toThrow(expect.objectContaining({ code: 'SIMULATION_INVALID' }));
  });
});
