import { common } from './common-fields.ts';
import { field } from './field-spec.ts';
import type { KindSpec } from './kind-spec.ts';

/** The one kind of inbound text messages (section “Form and inbound-text events”). */
export const textKinds: readonly KindSpec[] = [
  {
    name: 'text_message.received',
    aliases: [],
    category: 'text',
    origin: null,
    meaning: 'An inbound text message from a mobile device arrived through the aggregator.',
    intendedUse: null,
    section: 'Form and inbound-text events',
    topLevel: common('platform_tracking_id'),
    payload: [
      ...common('event_type', 'event_subtype', 'message_id', 'client_id', 'ccid', 'journey_id', 'notification_id'),
      ...common('product_group_id', 'trigger_id', 'client_trigger_id'),
      field('a2w_mo_ref_id', 'string', 'Aggregator message id.'),
      field('carrier', 'string', 'Carrier of the number.'),
      ...common('channel_type'),
      field('country_code', 'string', 'For example the US or UK code.'),
      field('device_address', 'string', 'Mobile number of the sender.'),
      field('inbound_address', 'string', 'Short code or sender id that the sender replied to.'),
      field('message', 'string', 'Body with automatic reply prefixes filtered out.'),
      field('message_orig', 'string', 'Body exactly as sent.'),
    ],
  },
];
