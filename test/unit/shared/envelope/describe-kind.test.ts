import { describe, expect, it } from 'vitest';
import { describeKind } from '#shared/envelope/describe-kind.ts';
import { catalogue } from '#shared/spec/catalogue.ts';

describe('the sentence about a delivery', () => {
  it.each([
    [
      'notification.undelivered',
      'ntf_77120 · +1415•••8890',
      'The SMS notification was not delivered: ntf_77120, +1415•••8890.',
    ],
    ['channel_consent.update', 'express → stop', 'The consent of a phone number changed: express to stop.'],
    ['notification.auth_link_clicked', '', 'The customer followed the link of an SMS notification.'],
    ['wallet.created', 'c-1', 'An event of the kind wallet.created, which the specification does not name: c-1.'],
    [null, 'c-1', 'No event name: c-1.'],
  ])('of %s with %j is %j', (eventName, summary, sentence) => {
    expect(describeKind(eventName, summary)).toBe(sentence);
  });

  it('is one of its own for each kind of the specification', () => {
    const sentences = catalogue.map(({ name }) => describeKind(name, ''));
    expect(new Set(sentences).size).toBe(catalogue.length);
    expect(sentences.join(' ')).not.toContain('does not name');
  });
});
