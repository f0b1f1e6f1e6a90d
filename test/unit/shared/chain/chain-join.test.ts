import { describe, expect, it } from 'vitest';
import { chainJoin, type ChainCandidate, type ChainJoin } from '#shared/chain/chain-join.ts';

const unnamed: ChainCandidate = {
  eventId: null,
  decidedBy: 'default',
  storedBytes: 7,
  sizeBytes: 7,
  completeness: 'complete',
};

describe('what joins a delivery to other tries', () => {
  it.each<[string, Partial<ChainCandidate>, ChainJoin | null]>([
    ['its event_id', { eventId: 'e' }, 'event_id'],
    ['its event_id, also where the body was cut', { eventId: 'e', sizeBytes: 900 }, 'event_id'],
    ['its body where there is no event_id', {}, 'body'],
    ['its bytes where they are no HTTP', { completeness: 'malformed' }, 'body'],
    ['nothing where the body is empty', { storedBytes: 0, sizeBytes: 0 }, null],
    ['nothing where the body was cut', { sizeBytes: 900 }, null],
    ['nothing where the sender went before the end of it', { completeness: 'incomplete' }, null],
    ['nothing where it asked for a token', { decidedBy: 'token-endpoint' }, null],
    ['nothing where it asked for a token, whatever is in it', { decidedBy: 'token-endpoint', eventId: 'e' }, null],
  ])('is %s', (_, given, join) => {
    expect(chainJoin({ ...unnamed, ...given })).toBe(join);
  });
});
