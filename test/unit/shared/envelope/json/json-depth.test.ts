import { describe, expect, it } from 'vitest';
import { depthLimit, findTooDeep } from '#shared/envelope/json/json-depth.ts';
import { readDeliveries } from '#shared/envelope/read-deliveries.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a value nested too deep to be read', () => {
  it.each([
    ['in one line', '['.repeat(depthLimit + 1), depthLimit],
    ['over many lines', '[\n'.repeat(depthLimit + 1), 2 * depthLimit],
    ['after what is no JSON', `x${'['.repeat(depthLimit + 1)}`, depthLimit + 1],
  ])('is found %s', (_, text, offset) => {
    expect(findTooDeep(encode(text))).toBe(offset);
  });

  it('is not what lies within strings, what is closed again, or what broken lines leave open', () => {
    expect(findTooDeep(encode(`"${'['.repeat(depthLimit + 1)}"`))).toBeNull();
    expect(findTooDeep(encode('[]'.repeat(depthLimit)))).toBeNull();
    expect(findTooDeep(encode('[x\n'.repeat(depthLimit + 1)))).toBeNull();
  });

  it('is one unparsed delivery that says so, at once', () => {
    const [only, ...rest] = readDeliveries(encode('['.repeat(10_000_000)));
    expect(rest).toEqual([]);
    expect(only).toMatchObject({
      unparsed: true,
      problems: ['json_too_deep'],
      summary: 'Nested deeper than 1,000,000 levels at line 1, column 1000001',
    });
  });
});
