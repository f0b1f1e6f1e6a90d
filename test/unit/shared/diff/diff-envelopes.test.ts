import { describe, expect, it } from 'vitest';
import { diffEnvelopes } from '#shared/diff/diff-envelopes.ts';

const diff = (a: unknown, b: unknown) => diffEnvelopes(JSON.stringify(a), JSON.stringify(b));
const changes = (a: string, b: string) => diffEnvelopes(a, b).changes;
const answer = (answer_id: string, value: string) => ({ answer_id, type: 'text', value });
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('the difference of two envelopes', () => {
  it('lists what was added, removed and changed, with the source on both sides', () => {
    const a = { event_name: 'notification.attempted', payload: { sms_text: 'Your bill is ready', job_id: null } };
    const b = { event_name: 'notification.undelivered', payload: { message_name: 'Bill v2', job_id: 'j-1' } };
    expect(diff(a, b).changes).toEqual([
      { path: 'event_name', kind: 'changed', a: '"notification.attempted"', b: '"notification.undelivered"' },
      { path: 'payload.sms_text', kind: 'removed', a: '"Your bill is ready"', b: null },
      { path: 'payload.job_id', kind: 'changed', a: 'null', b: '"j-1"' },
      { path: 'payload.message_name', kind: 'added', a: null, b: '"Bill v2"' },
    ]);
  });

  it('keeps absent, null and the empty string apart', () => {
    expect(changes('{"x":null}', '{}')).toEqual([{ path: 'x', kind: 'removed', a: 'null', b: null }]);
    expect(changes('{"x":null}', '{"x":""}')).toEqual([{ path: 'x', kind: 'changed', a: 'null', b: '""' }]);
    expect(changes('{}', '{"x":""}')).toEqual([{ path: 'x', kind: 'added', a: null, b: '""' }]);
  });

  it('keeps a value and its look-alike of another type apart', () => {
    const lookAlikes = ['1', '"1"', 'true', '"true"', 'null', '"null"', '[]', '{}', '[null]', '""', '0', 'false'];
    for (const a of lookAlikes) for (const b of lookAlikes) expect(changes(a, b)).toHaveLength(a === b ? 0 : 1);
  });

  it('ignores the order of keys and counts the objects it differs in', () => {
    const result = diffEnvelopes('{"a":1,"b":{"c":1,"d":2},"e":3}', '{"b":{"d":2,"c":1},"a":1,"f":4,"e":3}');
    expect(result.keyOrderCount).toBe(2);
    expect(result.changes).toEqual([{ path: 'f', kind: 'added', a: null, b: '4' }]);
  });

  it('counts equal leaves and names the first 500', () => {
    const small = diff({ a: 1, b: [], c: { d: 'x' } }, { a: 1, b: [], c: { d: 'x' } });
    expect(small.equalPaths).toEqual(['a', 'b', 'c.d']);
    const large = diff(Array.from({ length: 600 }).fill(0), Array.from({ length: 600 }).fill(0));
    expect(large.equalCount).toBe(600);
    expect(large.equalPaths).toHaveLength(500);
  });

  it('compares numbers by their value, however large and however written', () => {
    expect(changes('[9007199254740993]', '[9007199254740992]')).toEqual([
      { path: '[0]', kind: 'changed', a: '9007199254740993', b: '9007199254740992' },
    ]);
    expect(changes('1e400', '1e401')).toHaveLength(1);
    expect(changes('[1, 100, -0, 0.5, 1e400]', '[1.0, 1e2, 0, 5E-1, 10e399]')).toEqual([]);
  });

  it('compares strings by their characters, not by their escapes', () => {
    expect(changes(String.raw`"\u0041\/"`, '"A/"')).toEqual([]);
  });

  it('sees a change below a key that JavaScript treats specially', () => {
    expect(changes('{"__proto__":{"x":1},"_t":1}', '{"__proto__":{"x":2},"_t":"a"}').map(({ path }) => path)).toEqual([
      '__proto__.x',
      '_t',
    ]);
  });

  it('prints a path one can read back', () => {
    const a = { payload: { launched_by: { 'lb-name': 1 }, 'a.b': 1, '': 1, 'x y': 1 } };
    const b = { payload: { launched_by: { 'lb-name': 2 }, 'a.b': 2, '': 2, 'x y': 2 } };
    expect(diff(a, b).changes.map(({ path }) => path)).toEqual([
      'payload.launched_by.lb-name',
      'payload["a.b"]',
      'payload[""]',
      'payload["x y"]',
    ]);
    expect(changes('1', '2')[0]?.path).toBe('$');
  });
});

describe('the difference of two arrays', () => {
  it('finds an answer by its answer_id wherever it stands', () => {
    const a = { submission: [answer('q1', 'yes'), answer('q2', 'no'), answer('q3', 'maybe')] };
    const b = { submission: [answer('q0', 'new'), answer('q1', 'yes'), answer('q2', 'NO')] };
    expect(diff(a, b).changes).toEqual([
      { path: 'submission[2]', kind: 'removed', a: JSON.stringify(answer('q3', 'maybe')), b: null },
      { path: 'submission[0]', kind: 'added', a: null, b: JSON.stringify(answer('q0', 'new')) },
      { path: 'submission[2].value', kind: 'changed', a: '"no"', b: '"NO"' },
    ]);
  });

  it('says of an element in another place that it moved, and what differs inside', () => {
    const a = [answer('q1', '1'), answer('q2', '2'), answer('q3', '3')];
    const b = [answer('q3', 'three'), answer('q1', '1'), answer('q2', '2')];
    expect(diff(a, b).changes).toEqual([
      { path: '[0]', kind: 'moved', a: JSON.stringify(a[2]), b: JSON.stringify(b[0]) },
      { path: '[0].value', kind: 'changed', a: '"3"', b: '"three"' },
    ]);
  });

  it('pairs nameless elements between two equal neighbours by position', () => {
    expect(diff(['a', 'b', 'c'], ['a', 'X', 'c']).changes).toEqual([
      { path: '[1]', kind: 'changed', a: '"b"', b: '"X"' },
    ]);
    expect(diff([{ v: 1 }, { v: 2 }], [{ v: 1 }, { v: 3 }]).changes).toEqual([
      { path: '[1].v', kind: 'changed', a: '2', b: '3' },
    ]);
  });

  it('counts duplicates', () => {
    expect(diff(['x', 'x', 'x'], ['x']).changes.map(({ kind }) => kind)).toEqual(['removed', 'removed']);
  });

  it('comes to an end for 10,000 elements that have all moved and changed', () => {
    const a = Array.from({ length: 10_000 }, (_, i) => ({ id: i, v: i }));
    const b = Array.from({ length: 10_000 }, (_, i) => ({ id: (i * 7919) % 10_000, v: -1 }));
    const { changes: all } = diff(a, b);
    expect(all.filter(({ kind }) => kind === 'changed')).toHaveLength(10_000);
  });
});

describe('texts without a structure to compare', () => {
  it('are told apart by side, with both texts and no changes', () => {
    const result = diffEnvelopes('{"a":1}', '{"a":');
    expect(result.message).toMatch(/^B is not JSON \(.+\): compare the two as text\.$/);
    expect(result).toMatchObject({ changes: [], equalCount: 0, aText: '{"a":1}', bText: '{"a":' });
    expect(diffEnvelopes('', 'x').message).toMatch(/^A is not JSON .+; B is not JSON /);
  });

  it('include anything nested deeper than 512 levels', () => {
    expect(diffEnvelopes(nested(512), nested(512))).toMatchObject({ message: null, equalCount: 1 });
    expect(diffEnvelopes(nested(513), '1').message).toBe(
      'A is nested deeper than 512 levels: compare the two as text.',
    );
    expect(diffEnvelopes('1', '{"a":'.repeat(1_000_000)).message).toMatch(/^B is nested/);
  });

  it('do not include brackets within strings', () => {
    expect(diffEnvelopes(JSON.stringify('['.repeat(2000)), '"\\"[["').message).toBeNull();
  });
});
