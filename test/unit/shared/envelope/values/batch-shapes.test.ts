import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDeliveries } from '#shared/envelope/read-deliveries.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const e = (id: string, payload = '{}'): string =>
  `{"event_id":"${id}","event_name":"x.y","event_ts":"2026-11-21T13:03:57.417Z","payload":${payload}}`;

/** Each reading as `index:event_id`, or `index!code` where nothing was read; `-` for a single one. */
function shapeOf(text: string): string {
  return readDeliveries(encode(text))
    .map(({ batchIndex, unparsed, eventId, problems }) => {
      const index = batchIndex ?? '-';
      return unparsed ? `${index}!${problems.at(-1) ?? ''}` : `${index}:${eventId}`;
    })
    .join(' ');
}

const nested = '{"tags":["a"],"events":[{"event_id":"inner"}],"lists":[[1],[2]]}';

/** The shape of a batch is not shown: these are the ones that senders use, and those that only look like one. */
const shapes: readonly [name: string, body: string, shape: string][] = [
  ['a single envelope', e('a'), '-:a'],
  ['a single envelope with arrays of envelopes in its payload', e('a', nested), '-:a'],
  ['a single envelope with an array of envelopes beside it', `{"event_id":"a","related":[${e('b')},${e('c')}]}`, '-:a'],
  ['an array', `[${e('a')},${e('b')}]`, '0:a 1:b'],
  ['an array of one', `[${e('a')}]`, '0:a'],
  [
    'an array with elements that are no envelopes',
    `[${e('a')},1,null,"x",{},[]]`,
    '0:a 1!not_an_envelope 2!not_an_envelope 3!not_an_envelope 4!not_an_envelope 5!not_an_envelope',
  ],
  ['an array without any envelope', '[1,2]', '0!not_an_envelope 1!not_an_envelope'],
  ['an empty array', '[]', '-!batch_empty'],
  ['an array in an array', `[[${e('a')},${e('b')}]]`, '0!not_an_envelope'],
  ['an object around one array', `{"events":[${e('a')},${e('b')}],"count":2}`, '0:a 1:b'],
  ['an object around an array of one', `{"batch_id":"x","data":[${e('a')}]}`, '0:a'],
  ['an object around an array with something else in it', `{"events":[${e('a')},7]}`, '0:a 1!not_an_envelope'],
  ['an object around one array of envelopes and another array', `{"tags":["a",{"b":1}],"events":[${e('a')}]}`, '0:a'],
  ['an object around two arrays of envelopes', `{"a":[${e('a')}],"b":[${e('b')}]}`, '-!not_an_envelope'],
  ['an object with the same key twice', `{"a":[${e('a')}],"a":[${e('b')}]}`, '-!not_an_envelope'],
  ['an object around an empty array', '{"events":[]}', '-!not_an_envelope'],
  ['an object in an object around an array', `{"data":{"events":[${e('a')}]}}`, '-!not_an_envelope'],
  ['an object around one envelope', `{"event":${e('a')}}`, '-!not_an_envelope'],
  ['an object keyed by index', `{"0":${e('a')},"1":${e('b')}}`, '-!not_an_envelope'],
  ['an array of objects around arrays', `[{"events":[${e('a')}]}]`, '0!not_an_envelope'],
  ['lines', `${e('a')}\n${e('b')}\n`, '0:a 1:b'],
  ['lines that end with CR LF, with blank ones between', `\r\n${e('a')}\r\n\r\n  \r\n${e('b')}\r\n`, '0:a 1:b'],
  ['values without anything between', `${e('a')}${e('b')}${e('c')}`, '0:a 1:b 2:c'],
  ['lines with one that is broken', `${e('a')}\n{"event_id":"b",\n${e('c')}`, '0:a 1!json_invalid 2:c'],
  ['lines of which the first is broken', `{"event_id":\n${e('b')}\n${e('c')}`, '0!json_invalid 1:b 2:c'],
  ['lines of which the last is broken', `${e('a')}\n${e('b')}\n{"event_id"`, '0:a 1:b 2!json_invalid'],
  ['lines with other values', `${e('a')}\n1\n"x"\n${e('b')}`, '0:a 1!not_an_envelope 2!not_an_envelope 3:b'],
  ['an array in lines', `[\n${e('a')},\n${e('b')}\n]`, '0:a 1:b'],
  ['an array that breaks off', `[${e('a')},${e('b')},{"event`, '0:a 1:b 2!json_invalid'],
  ['an array without a comma', `[${e('a')}${e('b')}]`, '0:a 1:b'],
  ['an array with a comma too many', `[${e('a')},]`, '0:a'],
  ['an array with something after it', `[${e('a')}] [${e('b')}]`, '0:a 1!json_invalid'],
  ['an array closed by the wrong bracket', `[${e('a')}}`, '0:a 1!json_invalid'],
  [
    'a broken envelope with a whole one inside',
    '{"event_id":"a",\n  "payload":{\n    {"event_id":"b"}\n',
    '-!json_invalid',
  ],
];

describe('the shape of a body', () => {
  it.each(shapes)('is read: %s', (_name, body, shape) => {
    expect(shapeOf(body)).toBe(shape);
  });

  it('is named where envelopes lie in it and it is not taken apart', () => {
    const messageOf = (body: string): string => readDeliveries(encode(body))[0]?.summary ?? '';
    expect(messageOf(`{"a":[${e('a')}],"b":[${e('b')}]}`)).toBe(
      'Not an envelope: an object with more than one array of envelopes (a, b)',
    );
    expect(messageOf(`{"data":{"events":[${e('a')}]}}`)).toBe(
      'Not an envelope: an object with envelopes deeper inside (data.events[])',
    );
    expect(messageOf(`{"0":${e('a')},"1":${e('b')}}`)).toBe(
      'Not an envelope: an object with envelopes deeper inside (0, 1)',
    );
    expect(messageOf(`[[${e('a')}]]`)).toBe('Not an envelope: an array with envelopes deeper inside ([])');
    expect(messageOf('{"events":[]}')).toBe(
      'Not an envelope: an object without event_id, event_name, event_ts and payload',
    );
  });
});

const value = fc.oneof(
  fc.constantFrom(e('a'), e('é'), e('b', nested), '7', 'null', '"] , }"', '[]', '{"a":[1]}'),
  fc.jsonValue().map((json) => JSON.stringify(json)),
);
const blank = fc.constantFrom('', ' ', '\n', '\r\n\t');

/** What is left of a text when the part of every delivery is taken out. */
function outside(text: string): string {
  const bytes = encode(text);
  let left = '';
  let at = 0;
  for (const { start, end } of readDeliveries(bytes)) {
    left += decode(bytes.subarray(at, start));
    at = end;
  }
  return left + decode(bytes.subarray(at));
}

describe('a body of very many lines', () => {
  it('is read to its end when every other line is broken', () => {
    const pairs = 40_000;
    const readings = readDeliveries(encode(`${e('a')}\n{"event_id":é\n`.repeat(pairs)));
    expect(readings).toHaveLength(2 * pairs);
    expect(readings.at(-1)).toMatchObject({
      unparsed: true,
      summary: `Unexpected byte 0xc3 at line ${2 * pairs}, column 13`,
    });
  });
});

describe('the bytes of a batch', () => {
  it('all belong to a delivery, but for brackets, commas and blanks', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), blank, blank, (values, before, after) => {
        const text = `${before}[${before}${values.join(`${after},${before}`)}${after}]${after}`;
        expect(outside(text).replace(/[[\],\s]/g, '')).toBe('');
      }),
      { numRuns: 300 },
    );
  });

  it('all belong to a delivery, but for blanks, where values stand in lines, broken or not', () => {
    const line = fc.oneof(value, fc.constantFrom('{"event_id":', '}', 'x', '{"a":[', '"', '{"event_id":"z"'));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
        const text = [e('a'), ...lines, e('z')].join('\n');
        expect(outside(text).trim()).toBe('');
      }),
      { numRuns: 500 },
    );
  });
});
