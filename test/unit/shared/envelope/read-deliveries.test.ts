import { describe, expect, it } from 'vitest';
import type { DeliveryReading } from '#shared/envelope/delivery-reading.ts';
import { problemCodes } from '#shared/envelope/problem-codes.ts';
import { readDeliveries } from '#shared/envelope/read-deliveries.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string): DeliveryReading[] => readDeliveries(encode(text));

function only(readings: DeliveryReading[]): DeliveryReading {
  expect(readings).toHaveLength(1);
  return readings[0] as DeliveryReading;
}

function envelope(id: string): string {
  return `{"event_id":"${id}","event_name":"x.y","event_ts":"2026-11-21T13:03:57.417Z","payload":{"note":"} ] , \\" é"}}`;
}

/** The text each reading points at. */
function slices(text: string): string[] {
  const bytes = encode(text);
  return readDeliveries(bytes).map(({ start, end }) => new TextDecoder().decode(bytes.subarray(start, end)));
}

describe('a body with one envelope', () => {
  it('is read into everything the list needs', () => {
    const body = JSON.stringify({
      event_id: '8b1f0c9e',
      event_name: 'notification.undelivered',
      event_ts: '2026-11-21T13:03:57.417Z',
      payload: { notification_id: 'ntf_77120', channel_addr: '+14155558890' },
    });
    expect(only(read(body))).toEqual({
      batchIndex: null,
      start: 0,
      end: body.length,
      unparsed: false,
      parseError: null,
      eventId: '8b1f0c9e',
      eventName: 'notification.undelivered',
      eventTsMs: Date.parse('2026-11-21T13:03:57.417Z'),
      references: [
        { entity: 'notification', value: 'ntf_77120' },
        { entity: 'phone', value: '+14155558890' },
      ],
      problems: [],
      summary: 'ntf_77120 · +1415•••8890',
    });
  });

  it('is read without the blanks and the byte order mark around it', () => {
    expect(slices(`\u{FEFF} \n${envelope('e1')}\r\n`)).toEqual([envelope('e1')]);
    expect(only(read(`\u{FEFF}${envelope('e1')}`)).problems).toEqual(['utf8_bom']);
    expect(only(read(` \n${envelope('e1')}\r\n`)).problems).toEqual([]);
  });

  it('is an envelope as soon as it has one member of one', () => {
    for (const body of ['{"event_id":1}', '{"event_name":1}', '{"event_ts":1}', '{"payload":1}']) {
      expect(only(read(body)).unparsed).toBe(false);
    }
  });

  it.each([
    ['{"payload":{}}', ['event_id_missing', 'event_name_missing', 'event_ts_missing']],
    [
      '{"event_id":7,"event_name":null,"event_ts":1795266237417}',
      ['event_id_not_string', 'event_name_not_string', 'event_ts_invalid', 'payload_missing'],
    ],
    [
      '{"event_id":"","event_name":"","event_ts":"","payload":[]}',
      ['event_id_unusable', 'event_name_unusable', 'event_ts_invalid', 'payload_not_object'],
    ],
  ])('says what is odd about %s', (body, problems) => {
    const reading = only(read(body));
    expect(reading).toMatchObject({ unparsed: false, eventId: null, eventName: null, eventTsMs: null, problems });
  });

  it('takes the last of duplicate keys', () => {
    expect(only(read('{"event_id":"a","event_id":"b"}')).eventId).toBe('b');
  });

  it('takes nothing from a __proto__ key', () => {
    const reading = only(
      read('{"__proto__":{"event_id":"evil"},"constructor":1,"payload":{"__proto__":{"ccid":"c"}}}'),
    );
    expect(reading).toMatchObject({ unparsed: false, eventId: null, references: [] });
    expect(only(read('{"__proto__":{"event_id":"evil"}}')).unparsed).toBe(true);
  });

  it('is read in spite of bytes that are not UTF-8', () => {
    const bytes = encode(envelope('e1'));
    bytes[14] = 0xff;
    expect(only(readDeliveries(bytes))).toMatchObject({
      unparsed: false,
      eventId: 'e\u{FFFD}',
      problems: ['utf8_invalid'],
    });
  });

  it('is read however deep its payload is nested', () => {
    const deep = '['.repeat(999_000) + ']'.repeat(999_000);
    expect(only(read(`{"event_id":"e1","payload":{"deep":${deep}}}`)).eventId).toBe('e1');
  });
});

describe('a batch', () => {
  it('is one reading per element, each with its bytes', () => {
    const text = ` [ ${envelope('é1')} ,\n${envelope('e2')}] `;
    expect(slices(text)).toEqual([envelope('é1'), envelope('e2')]);
    expect(read(text).map(({ batchIndex, eventId }) => [batchIndex, eventId])).toEqual([
      [0, 'é1'],
      [1, 'e2'],
    ]);
  });

  it('keeps elements that are no envelopes visible', () => {
    const readings = read(`[${envelope('e1')},42,"a,]",[{"event_id":"x"}],{"a":1},null]`);
    expect(readings.map(({ unparsed }) => unparsed)).toEqual([false, true, true, true, true, true]);
    expect(readings.map(({ batchIndex }) => batchIndex)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(readings[2]).toMatchObject({ problems: ['not_an_envelope'], summary: 'Not an envelope: a string' });
    expect(slices(`[${envelope('e1')},42,"a,]",[{"event_id":"x"}],{"a":1},null]`).slice(1)).toEqual([
      '42',
      '"a,]"',
      '[{"event_id":"x"}]',
      '{"a":1}',
      'null',
    ]);
  });

  it('without elements is one unparsed reading', () => {
    expect(only(read(' [ ] '))).toMatchObject({ unparsed: true, batchIndex: null, problems: ['batch_empty'] });
  });

  it('is recognised inside an object around one array of envelopes', () => {
    const text = `{"count":2,"events":[${envelope('e1')},${envelope('e2')}],"tags":["a"]}`;
    expect(slices(text)).toEqual([envelope('e1'), envelope('e2')]);
    expect(read(text)[1]).toMatchObject({ batchIndex: 1, eventId: 'e2', problems: ['batch_wrapped'] });
  });

  it('is not recognised where two arrays could be meant', () => {
    const text = `{"a":[${envelope('e1')}],"b":[${envelope('e2')}]}`;
    expect(only(read(text))).toMatchObject({ unparsed: true, problems: ['not_an_envelope'] });
  });

  it('is recognised as values in sequence, one to a line or without a break', () => {
    for (const separator of ['\n', '', ' \r\n\n']) {
      const text = [envelope('e1'), envelope('e2'), envelope('e3')].join(separator);
      expect(slices(text)).toEqual([envelope('e1'), envelope('e2'), envelope('e3')]);
      expect(read(text)[2]).toMatchObject({ batchIndex: 2, eventId: 'e3', problems: ['json_sequence'] });
    }
  });

  it('that was cut off keeps its complete envelopes and shows the rest', () => {
    const text = `[${envelope('e1')},${envelope('e2')},{"event_id":"e3","pay`;
    const readings = read(text);
    expect(readings.map(({ eventId }) => eventId)).toEqual(['e1', 'e2', null]);
    expect(readings[0]?.problems).toEqual(['batch_broken']);
    expect(readings[2]).toMatchObject({ unparsed: true, batchIndex: 2, problems: ['json_invalid'] });
    expect(readings[2]?.summary).toBe(`Unexpected end of JSON at line 1, column ${text.length + 1}`);
    expect(slices(text)[2]).toBe('{"event_id":"e3","pay');
  });

  it('with more elements than are listed ends with one reading for the rest', () => {
    const readings = read(`[${'1,'.repeat(100_001)}2]`);
    expect(readings).toHaveLength(100_001);
    expect(readings.at(-1)).toMatchObject({ unparsed: true, batchIndex: 100_000, problems: ['batch_too_long'] });
  });
});

describe('a body without an envelope', () => {
  it.each([
    ['', 'body_empty', 'Empty body'],
    [' \r\n', 'body_empty', 'Empty body'],
    ['{"event_id":"e1"', 'json_invalid', 'Unexpected end of JSON at line 1, column 17'],
    ['{"event_id":"é",}', 'json_invalid', 'Unexpected character } at line 1, column 17'],
    ['{"event_id":"e1"}}', 'json_invalid', 'Unexpected character } at line 1, column 18'],
    ['hello', 'json_invalid', 'Unexpected character h at line 1, column 1'],
    ['a=1&b=2', 'json_invalid', 'Unexpected character a at line 1, column 1'],
    ['1 2', 'json_invalid', 'Unexpected character 2 at line 1, column 3'],
    ['42', 'not_an_envelope', 'Not an envelope: a number'],
    ['null', 'not_an_envelope', 'Not an envelope: null'],
    ['{}', 'not_an_envelope', 'Not an envelope: an object without event_id, event_name, event_ts and payload'],
  ])('%j says why', (body, codes, message) => {
    const readings = read(body);
    const reading = readings.at(-1);
    expect(readings.flatMap(({ problems }) => problems).join(' ')).toBe(codes);
    expect(reading).toMatchObject({ unparsed: true, summary: message, parseError: { message } });
  });

  it('spans the whole body where nothing was found', () => {
    expect(only(read('  oops'))).toMatchObject({ start: 0, end: 6, parseError: { offset: 2 } });
  });

  it('uses documented codes only', () => {
    const bodies = ['', '[]', '1', '{', `${envelope('a')}\n1`, '{"payload":1}'];
    const codes = bodies.flatMap((body) => read(body).flatMap(({ problems }) => problems));
    for (const code of codes) expect(Object.keys(problemCodes)).toContain(code);
  });
});
