import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toOutgoingHeaders } from '#engine/replay/outgoing-headers.ts';
import type { HeaderPair } from '#shared/http/header-pair.ts';

const plain = { auth: null, extra: [], marks: [], edited: false };

describe('the headers that are sent again', () => {
  it.each([
    'Host',
    'content-length',
    'CONNECTION',
    'Keep-Alive',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
    'Expect',
    'Proxy-Authorization',
    'Authorization',
    'ApiKey',
    'apikey ',
    'X-Api-Key',
    'Cookie',
    'Forwarded',
    'Via',
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'X-Forwarded-Host',
    'Ngrok-Skip-Browser-Warning',
    'Hookloupe-Origin',
  ])('do not include %s', (name) => {
    expect(toOutgoingHeaders([[name, 'x']], plain)).toEqual([]);
  });

  it.each(['Content-Type', 'Content-Encoding', 'X-Forward', 'X-Api-Version', 'Date'])('include %s', (name) => {
    expect(toOutgoingHeaders([[name, 'x']], plain)).toEqual([[name, 'x']]);
  });

  it('keep order, case and duplicates of everything that goes end to end', () => {
    const name = fc.stringMatching(/^X-[A-Za-z]{1,3}$/);
    const headers = fc.array(fc.tuple(name, fc.string({ maxLength: 5 })));
    fc.assert(
      fc.property(headers, (captured: HeaderPair[]) => {
        expect(toOutgoingHeaders(captured, plain)).toEqual(captured);
      }),
    );
  });

  it('end with authentication, what was asked for, and our marks', () => {
    const additions = {
      auth: ['ApiKey', 'k'] as const,
      extra: [['X-A', 'mine']] as const,
      marks: [['hookloupe-origin', 'replay']] as const,
      edited: false,
    };
    const captured: HeaderPair[] = [
      ['x-a', 'theirs'],
      ['X-B', 'b'],
    ];
    expect(toOutgoingHeaders(captured, additions)).toEqual([
      ['X-B', 'b'],
      ['ApiKey', 'k'],
      ['X-A', 'mine'],
      ['hookloupe-origin', 'replay'],
    ]);
  });
});
