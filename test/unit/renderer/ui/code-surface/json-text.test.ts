import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutJson } from '#renderer/ui/code-surface/json-text.ts';

describe('laying out JSON text', () => {
  it('indents objects and arrays and leaves empty ones on one line', () => {
    const layout = layOutJson('{"a":[1,{"b":null}],"c":{},"d":[]}');
    expect(layout.ok && layout.text).toBe(
      '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ],\n  "c": {},\n  "d": []\n}',
    );
  });

  it('keeps numbers, escapes and duplicate keys as they were sent, and remarks on what parsers change', () => {
    const layout = layOutJson('{"n":12345678901234567890,"x":1.0,"s":"\\u00e9","n":2}');
    expect(layout.ok && layout.text).toBe(
      '{\n  "n": 12345678901234567890,\n  "x": 1.0,\n  "s": "\\u00e9",\n  "n": 2\n}',
    );
    expect(layout.ok && layout.remarks).toEqual([
      '12345678901234567890 is beyond 2^53: most parsers change it',
      'the key "n" stands twice in one object',
    ]);
  });

  it('says where the text stops being JSON', () => {
    expect(layOutJson('{"a": 1,\n "b": c}')).toEqual({
      ok: false,
      message: 'Expected a value, found "c"',
      offset: 15,
      line: 2,
      column: 7,
    });
    expect(layOutJson('{"a": 1')).toMatchObject({
      ok: false,
      offset: 7,
      message: expect.stringContaining('the text ends'),
    });
  });

  it('agrees with the platform’s parser about what JSON is', () => {
    const almostJson = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().chain((text) => fc.nat(text.length).map((n) => text.slice(0, n))),
    );
    fc.assert(
      fc.property(almostJson, (text) => {
        expect(layOutJson(text).ok).toBe(isJson(text));
      }),
    );
  });

  it('changes nothing but white space', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const layout = layOutJson(text);
        expect(layout.ok && JSON.stringify(JSON.parse(layout.text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it('does not run out of stack on deep nesting', () => {
    expect(layOutJson('['.repeat(20_000) + ']'.repeat(20_000), '').ok).toBe(true);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Not JSON is one of the two answers.
    return false;
  }
}
