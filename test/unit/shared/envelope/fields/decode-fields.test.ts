import { describe, expect, it } from 'vitest';
import { decodeFields } from '#shared/envelope/fields/decode-fields.ts';
import type { DecodedField } from '#shared/protocol/delivery.ts';
import { catalogue } from '#shared/spec/catalogue.ts';

function decodeText(text: string): DecodedField[] {
  return decodeFields(JSON.parse(text), text);
}

function decodeEvent(eventName: string, payload: unknown, top: object = {}): DecodedField[] {
  return decodeText(JSON.stringify({ event_id: 'e1', event_name: eventName, event_ts: 'x', ...top, payload }));
}

function at(fields: readonly DecodedField[], path: string): DecodedField {
  const found = fields.filter((field) => field.path === path);
  expect(found.map((field) => field.path)).toEqual([path]);
  return found[0] as DecodedField;
}

const statusOf = (fields: readonly DecodedField[], path: string): string => at(fields, path).status;

describe('the fields of an envelope', () => {
  it('come as envelope, then payload, each in the order of the catalogue, with unknown ones last', () => {
    const fields = decodeText(
      '{"extra":1,"payload":{"new_prop":true,"consent_type":"stop","ccid":"c-1"},"event_name":"channel_consent.update","event_id":"e1"}',
    );
    expect(fields.map(({ path }) => path)).toEqual([
      'event_id',
      'event_name',
      'event_ts',
      'extra',
      'payload.product_group_id',
      'payload.source_channel',
      'payload.channel_addr',
      'payload.channel_type',
      'payload.ccid',
      'payload.platform_tracking_id',
      'payload.previous_consent_type',
      'payload.client_id',
      'payload.consent_type',
      'payload.new_prop',
    ]);
    expect(statusOf(fields, 'event_ts')).toBe('missing');
    expect(at(fields, 'extra')).toMatchObject({ status: 'new', group: 'envelope', spec: null, type: 'number' });
    expect(at(fields, 'payload.new_prop')).toMatchObject({
      status: 'new',
      group: 'payload',
      spec: null,
      source: 'true',
    });
    expect(at(fields, 'payload.consent_type').spec).toMatchObject({
      type: 'string',
      allowed: ['written', 'express', 'stop'],
      section: 'Common payload fields',
    });
    expect(at(fields, 'payload.ccid').reference).toEqual({ entity: 'customer', value: 'c-1' });
  });

  it('are all documented for every kind', () => {
    for (const kind of catalogue) {
      const fields = decodeEvent(kind.name, {});
      const documented = fields.filter(({ status }) => status === 'missing').map(({ name }) => name);
      expect(documented).toEqual([...kind.topLevel, ...kind.payload].map(({ name }) => name));
    }
  });

  it('tell null, absent and empty apart', () => {
    const fields = decodeEvent('notification.delivered', { job_id: null, client_message_tag: '' });
    expect(at(fields, 'payload.job_id')).toMatchObject({ status: 'known', type: 'null', source: 'null' });
    expect(at(fields, 'payload.client_message_tag')).toMatchObject({ status: 'known', type: 'string', source: '""' });
    expect(at(fields, 'payload.channel_addr')).toMatchObject({ status: 'missing', type: null, source: null });
  });

  it('differ in type where the JSON type is not that of the spec, or null is not foreseen', () => {
    const notAttempted = decodeEvent('notification.not_attempted', { error_type: '1', error_string: null });
    expect(statusOf(notAttempted, 'payload.error_type')).toBe('type-differs');
    expect(statusOf(notAttempted, 'payload.error_string')).toBe('type-differs');
    expect(statusOf(decodeEvent('notification.not_attempted', { error_type: 4 }), 'payload.error_type')).toBe('known');
    expect(statusOf(decodeEvent('notification.not_attempted', { error_type: 1.5 }), 'payload.error_type')).toBe(
      'type-differs',
    );
    expect(statusOf(decodeEvent('message.undelivered', { error_type: 'x' }), 'payload.error_type')).toBe('known');
    expect(statusOf(decodeEvent('message.undelivered', { error_type: 1 }), 'payload.error_type')).toBe('type-differs');
    expect(statusOf(decodeText('{"event_id":1,"payload":[]}'), 'event_id')).toBe('type-differs');
    expect(statusOf(decodeText('{"event_id":1,"payload":[]}'), 'payload')).toBe('type-differs');
  });

  it('accept both spellings and both date forms of powerups_data.pdf_received', () => {
    const fields = decodeEvent('powerups_data.pdf_received', {
      submissionId: 's1',
      date_submitted_at: '2026-11-21T13:03:57Z',
    });
    expect(at(fields, 'payload.submissionId')).toMatchObject({
      status: 'known',
      reference: { entity: 'submission', value: 's1' },
    });
    expect(fields.some(({ path }) => path === 'payload.submission_id')).toBe(false);
    expect(statusOf(fields, 'payload.date_submitted_at')).toBe('known');
    expect(statusOf(decodeEvent('powerups_data.pdf_received', {}), 'payload.submission_id')).toBe('missing');
  });

  it('follow documented objects and arrays one level down', () => {
    const attempted = decodeEvent('notification.attempted', { launched_by: { 'lb-name': 'a.smith', other: 1 } });
    expect(at(attempted, 'payload.launched_by')).toMatchObject({ status: 'known', type: 'object' });
    expect(at(attempted, 'payload.launched_by.lb-name')).toMatchObject({ status: 'known', source: '"a.smith"' });
    expect(statusOf(attempted, 'payload.launched_by.lb-source')).toBe('missing');
    expect(statusOf(attempted, 'payload.launched_by.other')).toBe('new');

    const answer = { answer_id: 'q1', type: 'text', value: 'yes' };
    const received = decodeEvent('powerups_data.received', {
      submission: [answer, 'odd', ...Array.from({ length: 300 }, () => answer)],
    });
    expect(at(received, 'payload.submission[0].value')).toMatchObject({ status: 'known', source: '"yes"' });
    expect(statusOf(received, 'payload.submission[1]')).toBe('type-differs');
    expect(at(received, 'payload.submission[199].value').status).toBe('known');
    expect(received.some(({ path }) => path.startsWith('payload.submission[200]'))).toBe(false);
  });

  it('carry two-way identifiers at the top level and in the payload, and mark encrypted values', () => {
    const fields = decodeEvent(
      'twoway_webhook.customer_message_sent',
      { client_id: 'c', body: 'Zm9v', message_idx: '4' },
      { client_id: null, message_id: 'm1' },
    );
    expect(at(fields, 'client_id')).toMatchObject({ status: 'known', group: 'envelope', type: 'null' });
    expect(at(fields, 'message_id').reference).toEqual({ entity: 'message', value: 'm1' });
    expect(at(fields, 'payload.client_id')).toMatchObject({ status: 'known', group: 'payload' });
    expect(at(fields, 'payload.body')).toMatchObject({ encrypted: true, status: 'known' });
    expect(at(fields, 'payload.message_idx')).toMatchObject({ encrypted: false, status: 'known' });
  });

  it('of unknown kinds use the common table', () => {
    const fields = decodeEvent('wallet.created', { wallet_id: 1, ccid: 'c-1' });
    expect(fields.map(({ path, status }) => `${path} ${status}`)).toEqual([
      'event_id known',
      'event_name known',
      'event_ts known',
      'payload.ccid known',
      'payload.wallet_id new',
    ]);
  });

  it('that a kind does not list are new, with the documentation of the common table where it has one', () => {
    const fields = decodeEvent('notification.attempted', { message_name: 'Bill' });
    expect(at(fields, 'payload.message_name')).toMatchObject({
      status: 'new',
      spec: { section: 'Common payload fields' },
    });
  });
});

describe('the source of a field', () => {
  it('is the text as sent: big integers, escapes and blanks stay', () => {
    const fields = decodeText('{"event_id": "\\u0041", "big": 12345678901234567890, "float": 1.0e2, "list": [1,  2]}');
    expect(at(fields, 'event_id').source).toBe('"\\u0041"');
    expect(at(fields, 'big').source).toBe('12345678901234567890');
    expect(at(fields, 'float').source).toBe('1.0e2');
    expect(at(fields, 'list').source).toBe('[1,  2]');
  });

  it('is that of the last of duplicate keys', () => {
    expect(at(decodeText('{"event_id":"a","event_id":"b"}'), 'event_id').source).toBe('"b"');
  });

  it('is cut at 10,000 characters, and hidden where nested deeper than 512', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const fields = decodeFields(null, `{"payload":{"long":"${'x'.repeat(20_000)}","deep":${deep}}}`);
    expect(at(fields, 'payload.long').source).toHaveLength(10_000);
    expect(at(fields, 'payload.deep')).toMatchObject({ type: 'array', source: '…' });
  });

  it('comes from the parsed envelope where the text was cut', () => {
    expect(at(decodeFields({ event_id: 'e1' }, '{"event_id":"e'), 'event_id').source).toBe('"e1"');
  });

  it('is nothing where there is no envelope', () => {
    for (const text of ['', '[]', '1', '{}', '{"a"']) expect(decodeFields(undefined, text)).toEqual([]);
  });
});
