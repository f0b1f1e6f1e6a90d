import { describe, expect, it } from 'vitest';
import { parseEventFile } from '#engine/simulator/outgoing-event.ts';

describe('a file of events', () => {
  it('gives the lines of NDJSON as written, blank ones left out', () => {
    const text = '{"event_id": "1", "event_name":"a.b"}\r\n\n  {"n": 1.0}\n';
    expect(parseEventFile(text)).toEqual([
      { eventId: '1', eventName: 'a.b', json: '{"event_id": "1", "event_name":"a.b"}' },
      { eventId: null, eventName: null, json: '{"n": 1.0}' },
    ]);
  });

  it('gives one event for one object, however many lines it has', () => {
    expect(parseEventFile('{\n "event_id": "1",\n "x": 1e400\n}\n').map((event) => event.json)).toEqual([
      '{\n "event_id": "1",\n "x": 1e400\n}',
    ]);
  });

  it('gives the elements of an array', () => {
    expect(parseEventFile('[{"event_id":"1"}, {"event_id":"2"}]').map((event) => event.eventId)).toEqual(['1', '2']);
  });

  it('gives nothing for an empty file', () => {
    expect(parseEventFile(' \n')).toEqual([]);
  });

  it.each([
    ['{"a":1}\nhello\n', 'Line 2 is not a JSON object.'],
    ['{"a":1}\n[]\n', 'Line 2 is not a JSON object.'],
    ['[1]', 'Element 1 is not a JSON object.'],
    ['7', 'The file is not a JSON object.'],
  ])('names the place that is no event: %j', (text, place) => {
    expect(() => parseEventFile(text)).toThrow(place);
  });
});
