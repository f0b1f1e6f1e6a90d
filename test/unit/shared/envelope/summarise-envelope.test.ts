import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summariseEnvelope } from '#shared/envelope/summarise-envelope.ts';
import { catalogue } from '#shared/spec/catalogue.ts';

const submission = Array.from({ length: 6 }, (_, index) => ({ answer_id: `q${index}`, type: 'text', value: 'x' }));
const channels = [{ channel_addr: '+14155558890', channel_type: 'sms' }, { channel_addr: '+14155550000' }];

describe('the line of a delivery', () => {
  it.each([
    [
      'notification.delivered',
      { notification_id: 'ntf_77120', channel_addr: '+14155558890' },
      'ntf_77120 · +1415•••8890',
    ],
    [
      'notification.delivered',
      { notification_id: 'ntf_77120', channel_addr: '14155558890' },
      'ntf_77120 · 1415•••8890',
    ],
    ['notification.auth_link_clicked', { notification_id: null, message_id: 'msg_1', ccid: 'c-1' }, 'msg_1 · c-1'],
    ['notification.not_attempted', { error_type: 1, error_string: 'not_consented' }, 'code 1 · not_consented'],
    ['message.delivered', { message_id: 'msg_5521', ccid: 'c-100482' }, 'msg_5521 · c-100482'],
    [
      'message.undelivered',
      { message_id: 'msg_5521', error_type: 'trigger-not-found' },
      'msg_5521 · trigger-not-found',
    ],
    ['message.action_taken', { action_type: 'hyperlink', action_label: 'View bill' }, 'hyperlink “View bill”'],
    ['message.action_taken', { action_type: 'call', action_label: null }, 'call'],
    ['channel_consent.update', { previous_consent_type: 'express', consent_type: 'stop' }, 'express → stop'],
    ['channel_consent.update', { previous_consent_type: null, consent_type: 'stop' }, '? → stop'],
    ['notification_channel.remove', { ccid: 'c-100482', channel_addr: '+14155552231' }, 'c-100482 · +1415•••2231'],
    ['account.deactivate', { ccid: 'c-100482', notification_channels: channels }, 'c-100482 · 2 channels'],
    ['account.deactivate', { ccid: 'c-100482', notification_channels: [{}] }, 'c-100482 · 1 channel'],
    ['powerups_data.received', { form_id: 'form_12', submission }, 'form_12 · 6 answers'],
    [
      'powerups_data.artifact_available',
      { submissionId: 'sub_1', extension: 'pdf', size: 812 },
      'sub_1 · pdf · 812 bytes',
    ],
    ['powerups_data.pdf_received', { form_id: 'form_12', submissionId: 'sub_1' }, 'form_12 · sub_1'],
    ['text_message.received', { message: 'STOP', inbound_address: '24587' }, '“STOP” · 24587'],
    [
      'twoway_webhook.customer_message_sent',
      { conversation_id: 'conv_8a1b2c', message_idx: '4', body: 'x' },
      'conv_8a… idx 4 · encrypted',
    ],
    ['twoway.channel_closed', { conversation_id: 'conv_8a' }, 'conv_8a · encrypted'],
    ['wallet.created', { ccid: 'c-1' }, 'c-1'],
    ['wallet.created', { wallet: 1, currency: 'EUR' }, 'wallet, currency'],
    [null, {}, ''],
  ])('of %s is readable', (eventName, payload, expected) => {
    expect(summariseEnvelope({ payload }, eventName)).toBe(expected);
  });

  it('reads two-way identifiers at the top level where the payload has none', () => {
    expect(summariseEnvelope({ message_id: 'm-1', payload: { tags: 'x' } }, 'twoway.agent_ping')).toBe('m-1');
  });

  it('stays one line and cannot reorder what stands beside it', () => {
    const payload = { message: 'STOP\r\n\u{202E}now\u{0007}', inbound_address: '24587' };
    expect(summariseEnvelope({ payload }, 'text_message.received')).toBe('“STOP \u{FFFD}now\u{FFFD}” · 24587');
  });

  it('is at most 200 characters for any payload of any kind', () => {
    const fields = [...new Set(catalogue.flatMap((kind) => kind.payload.map(({ name }) => name)))];
    const value = fc.oneof(fc.string({ minLength: 0, maxLength: 400 }), fc.jsonValue());
    const payload = fc.dictionary(fc.constantFrom(...fields), value);
    const name = fc.constantFrom(null, 'x.y', ...catalogue.map((kind) => kind.name));
    fc.assert(
      fc.property(payload, name, (payload, eventName) => {
        const line = summariseEnvelope({ payload }, eventName);
        expect(line.length).toBeLessThanOrEqual(200);
        expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
      }),
    );
  });
});
