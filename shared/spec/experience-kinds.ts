// Feed messages, SMS notifications and what customers do with them: data copied from the spec, in its order; test/architecture
// holds it equal. error_type is a string in message.undelivered and an integer in notification.not_attempted: both stay as they are.
import { namedActionTypes, observedNotAttempted } from './field-values.ts';
import { common } from './common-fields.ts';
import { field, notDescribed } from './field-spec.ts';
import type { FieldSpec, KindSpec } from './kind-spec.ts';

const section = 'Experience events';
const structured = { section: 'Structured values' };

const feedMessageFields = common(
  'ccid',
  'client_id',
  'client_trigger_id',
  'client_message_tag',
  'customer_id',
  'job_id',
  'journey_id',
  'message_id',
  'message_name',
  'notification_id',
  'product_group_id',
  'platform_tracking_id',
  'trigger_id',
);

const receiptFields = [
  ...common('ccid', 'channel_addr', 'channel_type', 'client_id', 'client_message_tag', 'client_trigger_id'),
  ...common('customer_id', 'event_type', 'event_subtype', 'product_group_id', 'job_id', 'journey_id', 'message_id'),
  ...common('message_name', 'notification_id', 'platform_tracking_id', 'trigger_id'),
];

/** Fields of what a customer does after a notification: following its link, acting in the feed. */
const customerFields = [
  ...common('ccid', 'client_id', 'client_message_tag', 'channel_addr', 'channel_type', 'customer_id', 'job_id'),
  ...common('journey_id', 'message_id', 'message_name', 'notification_id', 'product_group_id'),
  ...common('platform_tracking_id', 'trigger_id'),
];

const launchedBy = field('launched_by', 'object', 'Who triggered the notification; each member is set only if known.', {
  ...structured,
  optional: true,
  members: [
    field('lb-name', 'string', 'Name of the user who triggered the notification.', { ...structured, optional: true }),
    field('lb-source', 'string', 'Source system that triggered the notification.', { ...structured, optional: true }),
  ],
});

const notAttemptedFields: readonly FieldSpec[] = [
  ...common('ccid', 'channel_addr', 'channel_type', 'client_id', 'client_message_tag', 'customer_id'),
  ...common('event_subtype', 'event_type', 'product_group_id', 'job_id', 'journey_id', 'message_id', 'message_name'),
  ...common('notification_id', 'platform_tracking_id', 'trigger_id'),
  field('trigger_name', 'string', 'Friendly name of the experience trigger.', { optional: true }),
  field('error_string', 'string', 'Reason text.', { observed: [observedNotAttempted.errorString] }),
  field('error_type', 'integer', 'Reason code 1 to 6. The mapping of each number to a reason is not shown.', {
    allowed: ['1', '2', '3', '4', '5', '6'],
    observed: [String(observedNotAttempted.errorType)],
  }),
];

const base = { aliases: [], intendedUse: null, section, topLevel: [] } as const;

/** Kinds of the section “Experience events”: feed messages, SMS notifications and what customers do with them. */
export const experienceKinds: readonly KindSpec[] = [
  {
    ...base,
    name: 'message.delivered',
    category: 'message',
    origin: 'platform',
    meaning: "The message was posted to the customer's feed.",
    payload: feedMessageFields,
  },
  {
    ...base,
    name: 'message.undelivered',
    category: 'message',
    origin: 'platform',
    meaning:
      'The message could not be posted to the feed (bad connections, missing input parameters, duplicates); a reason is reported.',
    payload: [
      ...feedMessageFields,
      field('error_type', 'string', 'Reason category. The complete list of values is not shown.', {
        observed: ['trigger-not-found'],
      }),
      field('error_string', 'string', 'Human-readable text for the reason. The list of texts is not shown.'),
    ],
  },
  {
    ...base,
    name: 'notification.attempted',
    category: 'notification',
    origin: 'platform',
    meaning: 'An SMS was handed to the aggregator, which acknowledged receipt and is sending it to the carrier.',
    payload: [
      ...common('ccid', 'channel_addr', 'channel_type', 'client_id', 'client_message_tag', 'client_trigger_id'),
      ...common('customer_id', 'event_type', 'event_subtype', 'product_group_id', 'job_id', 'journey_id'),
      ...common('message_id', 'notification_id', 'platform_tracking_id', 'trigger_id'),
      field('sms_text', 'string', 'The text actually sent.'),
      launchedBy,
    ],
  },
  {
    ...base,
    name: 'notification.not_attempted',
    category: 'notification',
    origin: 'platform',
    meaning: 'An SMS was not sent; a reason is reported.',
    payload: notAttemptedFields,
  },
  {
    ...base,
    name: 'notification.delivered',
    category: 'notification',
    origin: 'aggregator',
    meaning: 'The aggregator confirmed delivery to the mobile device (up to 72 hours after attempted).',
    payload: receiptFields,
  },
  {
    ...base,
    name: 'notification.undelivered',
    category: 'notification',
    origin: 'aggregator',
    meaning: 'The aggregator confirmed non-delivery (up to 72 hours after attempted).',
    payload: receiptFields,
  },
  {
    ...base,
    name: 'notification.auth_link_used',
    aliases: ['notification.auth_link_clicked'],
    category: 'notification',
    origin: 'customer',
    meaning:
      'The customer followed the auth link of a notification and viewed the related message in the feed. Not emitted if the customer stops at a verification or passcode page. From the feed the customer may interact with any message, not only the linked one.',
    payload: customerFields,
  },
  {
    ...base,
    name: 'message.action_taken',
    category: 'message',
    origin: 'customer',
    meaning: 'The customer took an action in the feed.',
    payload: [
      field('action_type', 'string', notDescribed, {
        allowed: namedActionTypes,
        unlisted: 'the name of the email action is not shown',
      }),
      field('action_label', 'string', 'Text of the action element in the feed. Null for some action types.', {
        nullable: true,
      }),
      field('action_value', 'string', 'Destination paired with the label. Null for some action types.', {
        nullable: true,
      }),
      ...customerFields,
    ],
  },
];
