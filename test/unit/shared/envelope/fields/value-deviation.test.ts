import { describe, expect, it } from 'vitest';
import { decodeFields } from '#shared/envelope/fields/decode-fields.ts';
import type { DecodedField } from '#shared/protocol/delivery.ts';

const uuid = '8b1f0c9e-5b1c-4a9e-9a55-0d6f6a1c7b10';

function fieldOf(eventName: string, path: string, value: unknown): DecodedField | undefined {
  const name = path.replace('payload.', '');
  const top = { event_id: uuid, event_name: eventName, event_ts: '2026-11-21T13:03:57.417Z' };
  const envelope = name === path ? { ...top, [name]: value, payload: {} } : { ...top, payload: { [name]: value } };
  const text = JSON.stringify(envelope);
  return decodeFields(JSON.parse(text), text).find((field) => field.path === path);
}

const cases: readonly [eventName: string, path: string, value: unknown, deviation: string | null][] = [
  ['account.deactivate', 'event_id', uuid, null],
  ['account.deactivate', 'event_id', uuid.toUpperCase(), null],
  ['account.deactivate', 'event_id', 'e1', 'not a UUID'],
  ['account.deactivate', 'payload.customer_id', 'c-1', 'not a UUID'],
  ['notification_channel.add', 'payload.customer_id', '', 'not a UUID'],
  // The common table says: typed as string in some events.
  ['notification.delivered', 'payload.customer_id', 'c-1', null],
  ['account.deactivate', 'event_ts', '2026-11-21T13:03:57.417Z', null],
  ['account.deactivate', 'event_ts', '2026-11-21T13:03:57Z', 'not written with milliseconds and the UTC suffix Z'],
  [
    'account.deactivate',
    'event_ts',
    '2026-11-21T14:03:57.417+01:00',
    'not written with milliseconds and the UTC suffix Z',
  ],
  ['account.deactivate', 'event_ts', 'yesterday', 'not an ISO 8601 time with an offset'],
  ['twoway_webhook.system_message_sent', 'payload.date_created', '2026-11-21T13:03:57Z', null],
  ['twoway_webhook.system_message_sent', 'payload.date_created', '21.11.2026', 'not an ISO 8601 time with an offset'],
  ['powerups_data.received', 'payload.date_submitted_at', '1795266237417', null],
  ['powerups_data.received', 'payload.date_submitted_at', '1795266237', 'not Unix time in milliseconds'],
  ['powerups_data.received', 'payload.date_submitted_at', '2026-11-21T13:03:57Z', 'not Unix time in milliseconds'],
  // Two forms of the spec: either is right.
  ['powerups_data.pdf_received', 'payload.date_submitted_at', '1795266237417', null],
  ['powerups_data.pdf_received', 'payload.date_submitted_at', '2026-11-21T13:03:57Z', null],
  [
    'powerups_data.pdf_received',
    'payload.date_submitted_at',
    'soon',
    'not Unix time in milliseconds and not an ISO 8601 time with an offset',
  ],
  ['channel_consent.update', 'payload.consent_type', 'stop', null],
  ['channel_consent.update', 'payload.consent_type', 'STOP', 'not one of written, express, stop'],
  ['channel_consent.update', 'payload.consent_type', '', 'not one of written, express, stop'],
  ['notification_channel.add', 'payload.consent_type', '', 'not one of written, express, stop'],
  ['notification_channel.remove', 'payload.consent_type', '', null],
  ['notification_channel.add', 'payload.channel_type', 'email', 'not sms'],
  ['notification_channel.add', 'payload.channel_type', null, null],
  ['notification.not_attempted', 'payload.error_type', 6, null],
  ['notification.not_attempted', 'payload.error_type', 7, 'not one of 1, 2, 3, 4, 5, 6'],
  ['message.undelivered', 'payload.error_type', 'anything', null],
  ['message.action_taken', 'payload.action_type', 'hyperlink', null],
  [
    'message.action_taken',
    'payload.action_type',
    'email',
    'not one of call, collapsible, hyperlink, message_branch, chat, twoway, consent_upgrade, email_data_capture, form_info_capture; the name of the email action is not shown',
  ],
  ['notification.delivered', 'payload.event_type', 'notification', null],
  ['notification.delivered', 'payload.event_type', 'message', 'not notification, which event_name says'],
  ['notification.delivered', 'payload.event_subtype', 'undelivered', 'not delivered, which event_name says'],
  ['notification_channel.remove', 'payload.event_subtype', 'add', 'not remove'],
  ['twoway.agent_ping', 'event_type', 'twoway_webhook', 'not twoway, which event_name says'],
  ['wallet.created', 'payload.consent_type', 'maybe', 'not one of written, express, stop'],
  ['wallet.created', 'payload.event_type', 'anything', null],
  ['notification.delivered', 'payload.client_message_tag', '', null],
];

describe('a value beside its documentation', () => {
  it.each(cases)('of %s: %s = %j', (eventName, path, value, deviation) => {
    expect(fieldOf(eventName, path, value)).toMatchObject({ status: 'known', deviation });
  });

  it('of another JSON type is told by its type alone', () => {
    expect(fieldOf('notification.not_attempted', 'payload.error_type', '9')).toMatchObject({
      status: 'type-differs',
      deviation: null,
    });
  });
});
