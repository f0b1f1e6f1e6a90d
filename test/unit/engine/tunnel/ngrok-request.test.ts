import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNgrokRequest } from '#engine/tunnel/ngrok-request.ts';

describe('what is typed to open a tunnel', () => {
  it.each([
    ['  2abc_DEF \n', null, { authtoken: '2abc_DEF', domain: null }],
    ['t', '', { authtoken: 't', domain: null }],
    ['t', ' Mine.ngrok-free.app ', { authtoken: 't', domain: 'mine.ngrok-free.app' }],
    ['t', 'https://mine.ngrok-free.app/', { authtoken: 't', domain: 'mine.ngrok-free.app' }],
  ])('is taken without blanks, scheme and slash: %j %j', (authtoken, domain, fit) => {
    expect(parseNgrokRequest({ authtoken, domain })).toEqual({ kind: 'fit', ...fit });
  });

  it.each([
    ['', null],
    ['two words', null],
    ['tökén', null],
    ['t'.repeat(1001), null],
    ['t', '1.21 gigawatts'],
    ['t', 'localhost'],
    ['t', 'a..b.app'],
    ['t', 'mine.ngrok-free.app:443'],
    ['t', 'https://mine.ngrok-free.app/hook'],
    ['t', `${'a'.repeat(64)}.app`],
  ])('is refused with a reason when it cannot be right: %j %j', (authtoken, domain) => {
    expect(parseNgrokRequest({ authtoken, domain }).kind).toBe('unfit');
  });

  it('reaches the native component only as printable text, whatever is typed', () => {
    const typed = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(typed, fc.option(typed), (authtoken, domain) => {
        const request = parseNgrokRequest({ authtoken, domain });
        if (request.kind === 'unfit') return;
        expect(request.authtoken).toMatch(/^[\x21-\x7e]+$/);
        expect(request.domain ?? 'none').toMatch(/^[a-z0-9.-]+$/);
      }),
    );
  });

  it('stays the same when a result is given again', () => {
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        const once = parseNgrokRequest({ authtoken: 't', domain });
        fc.pre(once.kind === 'fit');
        expect(parseNgrokRequest(once)).toEqual(once);
      }),
    );
  });
});
