import { describe, expect, it } from 'vitest';
import { copyChoices } from '#renderer/features/detail/copy-choices.ts';
import { deliveryDetail } from './delivery-detail.ts';

const titles = (detail: Parameters<typeof copyChoices>[0]) =>
  copyChoices(detail, 'http://a.test/').map(({ title }) => title);

describe('what can be copied of a delivery', () => {
  it('offers the envelope exact and laid out, and the request as a command', () => {
    expect(titles(deliveryDetail())).toEqual([
      'event_id',
      'Envelope, exact',
      'Envelope, laid out',
      'Request as cURL, without credentials',
      'Headers, credentials masked',
    ]);
  });

  it('never offers a head of the envelope as the envelope', () => {
    expect(titles(deliveryDetail({ envelopeText: '"'.padEnd(1_000_000, 'x') }))).toEqual([
      'event_id',
      'Headers, credentials masked',
    ]);
  });
});
