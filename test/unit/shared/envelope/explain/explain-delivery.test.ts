import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '#engine/random/random.ts';
import { createEnvelope, simulatedKinds } from '#engine/simulator/create-envelope.ts';
import { explainDelivery, type ExplainedDelivery } from '#shared/envelope/explain/explain-delivery.ts';
import { decodeFields } from '#shared/envelope/fields/decode-fields.ts';
import { findOddities } from '#shared/envelope/json/json-oddities.ts';
import { problemCodes } from '#shared/envelope/problem-codes.ts';
import { readDeliveries } from '#shared/envelope/read-deliveries.ts';
import type { Explanation } from '#shared/protocol/delivery.ts';
import { catalogue } from '#shared/spec/catalogue.ts';
import { headings } from '#test/fixtures/spec/transcription.ts';

const uuid = '8b1f0c9e-5b1c-4a9e-9a55-0d6f6a1c7b10';

/** Explains a body with one delivery as its detail would. */
function explainText(text: string, rest: Partial<ExplainedDelivery> = {}): Explanation[] {
  const bytes = new TextEncoder().encode(text);
  const [reading] = readDeliveries(bytes);
  return explainDelivery({
    eventName: reading?.eventName ?? null,
    problems: reading?.problems ?? [],
    fields: reading?.unparsed === true ? [] : decodeFields(JSON.parse(text), text),
    oddities: reading?.unparsed === true ? [] : findOddities(bytes, { start: 0, end: bytes.length }, 20),
    parseError: reading?.parseError ?? null,
    contentEncoding: null,
    isTooDeep: false,
    ...rest,
  });
}

function explain(eventName: string, payload: object, top: object = {}): Explanation[] {
  const envelope = { event_id: uuid, event_name: eventName, event_ts: '2026-11-21T13:03:57.417Z', ...top, payload };
  return explainText(JSON.stringify(envelope));
}

const withoutMissing = (found: Explanation[]): Explanation[] => found.filter(({ code }) => code !== 'field_missing');
const one = (found: Explanation[], code: string): Explanation | undefined => found.find((each) => each.code === code);

describe('what is said about a delivery', () => {
  it('is nothing where it is as the specification says', () => {
    const consent = {
      product_group_id: 'pg',
      source_channel: 'portal',
      channel_addr: '14155558890',
      channel_type: 'sms',
      ccid: 'c-1',
      previous_consent_type: 'express',
      client_id: 'cl',
      consent_type: 'stop',
    };
    expect(explain('channel_consent.update', consent)).toEqual([]);
  });

  it('is nothing odd for any simulated event', () => {
    for (const kind of simulatedKinds) {
      const { payload, event_id, event_name, event_ts, ...top } = createEnvelope(
        kind,
        createRandom(7),
        1_795_266_237_417,
      );
      const found = explain(event_name, payload, { event_id, event_ts, ...top });
      expect(found.filter(({ code }) => code !== 'reason_code')).toEqual([]);
    }
  });

  it('names a type that differs with both types, the value and the section', () => {
    expect(withoutMissing(explain('notification.not_attempted', { error_type: '1', error_string: null }))).toEqual([
      {
        code: 'reason_code',
        path: null,
        message:
          'error_type "1" came with error_string null. The specification does not show which number means which reason; it shows the pair 1 and not_consented.',
        section: 'Errors',
        severity: 'information',
      },
      {
        code: 'field_type',
        path: 'payload.error_string',
        message: 'payload.error_string is null; the specification lists string and does not say that it may be null.',
        section: 'Payload of each event',
        severity: 'warning',
      },
      {
        code: 'field_type',
        path: 'payload.error_type',
        message: 'payload.error_type is a string ("1"); the specification lists integer.',
        section: 'Payload of each event',
        severity: 'warning',
      },
    ]);
  });

  it('shows code and text of a notification that was not attempted, whatever the code', () => {
    const found = explain('notification.not_attempted', { error_type: 4, error_string: 'blackout' });
    expect(one(found, 'reason_code')?.message).toContain('error_type 4 came with error_string "blackout".');
  });

  it('names a value that is not what the specification says', () => {
    expect(one(explain('account.deactivate', { customer_id: 'abc' }), 'field_value')).toEqual({
      code: 'field_value',
      path: 'payload.customer_id',
      message: 'payload.customer_id is "abc": not a UUID.',
      section: 'Common payload fields',
      severity: 'warning',
    });
  });

  it('calls absent and new fields information, never a fault', () => {
    const found = explain('message.delivered', { ccid: 'c-1', surprise: 1, channel_addr: '1' });
    expect(found.every(({ severity }) => severity === 'information')).toBe(true);
    expect(found.filter(({ code }) => code === 'field_missing').map(({ path }) => path)).toContain(
      'payload.trigger_id',
    );
    expect(found.map(({ path }) => path)).not.toContain('payload.client_message_tag');
    expect(found.find(({ path }) => path === 'payload.surprise')).toEqual({
      code: 'field_new',
      path: 'payload.surprise',
      message: 'payload.surprise is not in the specification; new properties may be added to events at any time.',
      section: 'Versioning',
      severity: 'information',
    });
    expect(found.find(({ path }) => path === 'payload.channel_addr')?.message).toContain(
      'is a common field that the specification does not list for message.delivered',
    );
  });

  it('names the other spelling, of a field and of a kind, where the specification has two', () => {
    const camel = one(explain('powerups_data.pdf_received', { submissionId: 's' }), 'field_alias');
    expect(camel?.message).toBe('payload.submissionId: the specification also writes submission_id.');
    expect(one(explain('powerups_data.pdf_received', { submission_id: 's' }), 'field_alias')).toBeUndefined();
    const clicked = one(explain('notification.auth_link_clicked', {}), 'kind_alias');
    expect(clicked).toMatchObject({ path: 'event_name', section: 'What the service does', severity: 'information' });
    expect(clicked?.message).toContain('another name the specification uses for notification.auth_link_used');
  });

  it('says of an unknown kind that it is unknown, as information', () => {
    const found = explain('wallet.created', { ccid: 'c-1' });
    expect(found.map(({ code, severity }) => [code, severity])).toEqual([['kind_unknown', 'information']]);
  });

  it('names the place of each oddity of the JSON', () => {
    const found = explainText(
      `{"event_id":"${uuid}","event_name":"x.y","event_ts":"2026-11-21T13:03:57.417Z","payload":{"a":1,"a":2,"n":[9007199254740993],"s":"\\ud800"}}`,
    );
    expect(found.filter(({ code }) => code.startsWith('json_')).map(({ code, path }) => [code, path])).toEqual([
      ['json_duplicate_key', 'payload.a'],
      ['json_big_number', 'payload.n[0]'],
      ['json_lone_surrogate', 'payload.s'],
    ]);
  });

  it('says once what is odd about a member of the envelope', () => {
    const found = explainText('{"event_id":7,"event_name":"x.y","event_ts":"soon","payload":[]}');
    expect(found.filter(({ severity }) => severity === 'warning').map(({ code, path }) => [code, path])).toEqual([
      ['event_id_not_string', 'event_id'],
      ['event_ts_invalid', 'event_ts'],
      ['payload_not_object', 'payload'],
    ]);
  });

  it('gives the reason where nothing could be read', () => {
    expect(explainText('{"event_id": x}')).toEqual([
      {
        code: 'json_invalid',
        path: null,
        message: 'The bytes are not JSON. Unexpected character x at line 1, column 14.',
        section: 'Event envelope (all events)',
        severity: 'warning',
      },
    ]);
    const contentEncoding = { codings: ['gzip'], state: 'expands', decodedBytes: 1, message: 'It grows' } as const;
    const bomb = explainText('', {
      problems: ['content_expands'],
      contentEncoding: { ...contentEncoding, codings: ['gzip'] },
    });
    expect(bomb.map(({ message }) => message)).toEqual([`${problemCodes.content_expands} It grows.`]);
  });

  it('counts what is too much to list', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`n${index}`, index]));
    const found = explain('wallet.created', { ...many, consent_type: 'maybe' });
    expect(found).toHaveLength(202);
    expect(found[1]).toMatchObject({ code: 'field_value', path: 'payload.consent_type' });
    expect(found.at(-1)?.message).toContain('301 more fields');
  });

  it('rests on headings of the specification, is one printable line, and never fails', () => {
    const sections: readonly (string | null)[] = [null, ...headings];
    const kind = fc.constantFrom('x.y', 'notification.auth_link_clicked', ...catalogue.map(({ name }) => name));
    const field = fc.constantFrom(...new Set(catalogue.flatMap(({ payload }) => payload.map(({ name }) => name))));
    const payload = fc.dictionary(fc.oneof(field, fc.string()), fc.jsonValue());
    fc.assert(
      fc.property(kind, payload, (eventName, payload) => {
        for (const { section, message } of explain(eventName, payload)) {
          expect(sections).toContain(section);
          expect(message).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
        }
      }),
    );
    for (const code of Object.keys(problemCodes)) {
      const [explanation] = explainText('{}', { problems: [code], parseError: null });
      expect(sections).toContain(explanation?.section);
      expect(explanation?.message).not.toBe('');
    }
  });
});

describe('what is said about a field of the envelope that cannot be used', () => {
  const messageOf = (name: string, value: unknown): string | undefined => {
    const envelope = {
      event_id: uuid,
      event_name: 'x.y',
      event_ts: '2026-11-21T13:03:57.417Z',
      payload: {},
      [name]: value,
    };
    return explainText(JSON.stringify(envelope)).find(({ path, severity }) => path === name && severity === 'warning')
      ?.message;
  };

  it.each([
    ['event_ts', null, 'event_ts is not an ISO 8601 time with an offset. It is null.'],
    ['event_ts', '', 'event_ts is not an ISO 8601 time with an offset. It is "".'],
    ['event_id', null, 'event_id is not a string. It is null.'],
    ['event_id', '', 'event_id is empty.'],
    ['event_name', 'n'.repeat(1001), `event_name is longer than 1,000 characters: "${'n'.repeat(58)}….`],
    ['payload', [], 'payload is not an object. It is [].'],
  ])('tells the value apart: %s %j', (name, value, message) => {
    expect(messageOf(name, value)).toBe(message);
  });
});
