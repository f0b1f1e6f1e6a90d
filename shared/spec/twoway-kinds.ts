// Two-way events repeat identifiers: once at the top level, where they may be null, and once in the payload.
// channel_sid, message_sid and body are encrypted; the scheme is not shown.
import { common, commonAs } from './common-fields.ts';
import { field, notDescribed } from './field-spec.ts';
import type { FieldSpec, KindSpec } from './kind-spec.ts';

const section = 'Two-way events';
const base = { aliases: [], category: 'twoway', origin: null, intendedUse: null, section } as const;

const trackingId = field('tracking_id', 'string', notDescribed, { nullable: true });
const agentNames = [
  field('agent_last_name', 'string', 'Last name of the portal user.'),
  field('agent_first_name', 'string', 'First name of the portal user.'),
];
const tags = field('tags', 'uuid', notDescribed);
const agentId = field('agent_id', 'uuid', notDescribed);
const channelSid = field('channel_sid', 'encrypted', 'Encrypted channel id.');
const inBlackout = field('is_in_blackout_window', 'boolean', notDescribed);

function orNull(spec: FieldSpec): FieldSpec {
  return { ...spec, nullable: true };
}

const webhookTopLevel: readonly FieldSpec[] = [
  ...common('event_type', 'event_subtype'),
  field('data_key', 'string', notDescribed, { nullable: true }),
  field('source_name', 'string', notDescribed, { nullable: true }),
  field('source_action', 'string', notDescribed, { nullable: true }),
  ...common('job_id', 'ccid', 'channel_addr', 'channel_type', 'client_id', 'client_trigger_id', 'customer_id').map(
    orNull,
  ),
  ...common('journey_id', 'message_id', 'notification_id', 'product_group_id', 'trigger_id').map(orNull),
];

const senderTypes = ['agent', 'customer', 'system'] as const;

function conversationFields(tagsField: FieldSpec): FieldSpec[] {
  return [
    field('conversation_id', 'uuid', 'Identifies a conversation between channel open and close.'),
    ...common('client_id'),
    field('sender_type', 'string', 'Who sent the message.', { allowed: senderTypes }),
    channelSid,
    field('message_sid', 'encrypted', 'Encrypted message id.'),
    field('message_idx', 'string', 'Message index in the conversation, as a string.'),
    field('body', 'encrypted', 'Encrypted body of the message.'),
    field('from', 'string', 'Sender address.'),
    field('date_created', 'timestamp', notDescribed),
    tagsField,
  ];
}

const sender = [field('tag_id', 'uuid', notDescribed), field('sender_id', 'uuid', notDescribed)];

/** Kinds of conversations between agents and customers (section “Two-way events”). */
export const twowayKinds: readonly KindSpec[] = [
  {
    ...base,
    name: 'twoway.agent_ping',
    meaning: 'An agent pings a customer.',
    topLevel: [...common('event_type', 'event_subtype'), trackingId],
    payload: [
      ...agentNames,
      ...common('product_group_id'),
      tags,
      ...commonAs('uuid', 'message_id'),
      ...common('client_id'),
      agentId,
      ...commonAs('uuid', 'journey_id', 'customer_id'),
      channelSid,
      inBlackout,
      field('conversation_status', 'uuid', 'State of the conversation at the time.'),
    ],
  },
  {
    ...base,
    name: 'twoway.channel_closed',
    meaning: 'An agent closes a conversation channel.',
    topLevel: [
      ...common('event_type', 'event_subtype'),
      field('event_version', 'integer', 'Version field; what the number means is not shown.'),
      ...common('client_id'),
      trackingId,
    ],
    payload: [
      ...agentNames,
      ...common('product_group_id'),
      tags,
      ...common('journey_id', 'message_id', 'client_id'),
      agentId,
      ...common('customer_id'),
      channelSid,
      inBlackout,
      field('conversation_id', 'uuid', 'Identifies a conversation between channel open and close.'),
    ],
  },
  {
    ...base,
    name: 'twoway_webhook.agent_message_sent',
    meaning: 'An agent sent a message to the customer.',
    topLevel: webhookTopLevel,
    payload: [...conversationFields(tags), ...sender, agentId],
  },
  {
    ...base,
    name: 'twoway_webhook.customer_message_sent',
    meaning: 'A customer sent a message to an agent.',
    topLevel: webhookTopLevel,
    payload: [...conversationFields(tags), ...sender, ...commonAs('uuid', 'customer_id')],
  },
  {
    ...base,
    name: 'twoway_webhook.system_message_sent',
    meaning: 'A configured auto-response was sent to the customer.',
    topLevel: webhookTopLevel,
    payload: conversationFields(orNull(tags)),
  },
];
