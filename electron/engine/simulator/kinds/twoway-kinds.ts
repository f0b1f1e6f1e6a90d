import type { Draw, EnvelopeParts, KindGenerator } from './kind-generator.ts';

type Sender = 'agent' | 'customer' | 'system';

/** Two-way events (spec, Payload of each event). Encrypted values are random bytes in base64: the scheme is not shown. */
export const twowayKinds = {
  'twoway.agent_ping': (draw) => ({
    topLevel: {
      event_type: 'twoway',
      event_subtype: 'agent_ping',
      tracking_id: draw.random.orNull(draw.random.uuid()),
    },
    payload: { ...agentFields(draw), conversation_status: draw.random.uuid() },
  }),
  'twoway.channel_closed': (draw) => ({
    topLevel: {
      event_type: 'twoway',
      event_subtype: 'channel_closed',
      event_version: 1,
      client_id: draw.cast.clientId,
      tracking_id: draw.random.orNull(draw.random.uuid()),
    },
    payload: { ...agentFields(draw), conversation_id: draw.cast.conversationId },
  }),
  'twoway_webhook.agent_message_sent': (draw) => conversationMessage(draw, 'agent'),
  'twoway_webhook.customer_message_sent': (draw) => conversationMessage(draw, 'customer'),
  'twoway_webhook.system_message_sent': (draw) => conversationMessage(draw, 'system'),
} as const satisfies Record<string, KindGenerator>;

function agentFields({ random, cast }: Draw): Record<string, unknown> {
  return {
    agent_last_name: cast.agent.lastName,
    agent_first_name: cast.agent.firstName,
    product_group_id: cast.productGroupId,
    tags: random.uuid(),
    message_id: cast.messageId,
    client_id: cast.clientId,
    agent_id: cast.agent.id,
    journey_id: cast.journeyId,
    customer_id: cast.customerId,
    channel_sid: cast.channelSid,
    is_in_blackout_window: random.chance(0.1),
  };
}

function conversationMessage(draw: Draw, sender: Sender): EnvelopeParts {
  const { random, cast, nowMs } = draw;
  return {
    topLevel: conversationTopLevel(draw, sender),
    payload: {
      conversation_id: cast.conversationId,
      client_id: cast.clientId,
      sender_type: sender,
      channel_sid: cast.channelSid,
      message_sid: random.base64(48),
      message_idx: String(random.integer(0, 12)),
      body: random.base64(random.integer(32, 160)),
      from: sender === 'customer' ? cast.phones[0] : '55512',
      date_created: new Date(nowMs - random.integer(5, 400)).toISOString(),
      tags: sender === 'system' ? null : random.uuid(),
      ...senderFields(draw, sender),
    },
  };
}

/** All of these may be null (spec, Payload of each event). */
function conversationTopLevel({ random, cast }: Draw, sender: Sender): Record<string, unknown> {
  return {
    event_type: 'twoway_webhook',
    event_subtype: `${sender}_message_sent`,
    data_key: random.orNull(random.base64(32)),
    source_name: random.orNull('conversations'),
    source_action: random.orNull('message_added'),
    job_id: random.orNull(cast.jobId),
    ccid: random.orNull(cast.ccid),
    channel_addr: random.orNull(cast.phones[0]),
    channel_type: random.orNull('sms'),
    client_id: random.orNull(cast.clientId),
    client_trigger_id: random.orNull(cast.clientTriggerId),
    customer_id: random.orNull(cast.customerId),
    journey_id: random.orNull(cast.journeyId),
    message_id: random.orNull(cast.messageId),
    notification_id: random.orNull(cast.notificationId),
    product_group_id: random.orNull(cast.productGroupId),
    trigger_id: random.orNull(cast.triggerId),
  };
}

function senderFields({ random, cast }: Draw, sender: Sender): Record<string, unknown> {
  if (sender === 'system') return {};
  if (sender === 'agent') return { tag_id: random.uuid(), sender_id: cast.agent.id, agent_id: cast.agent.id };
  return { tag_id: random.uuid(), sender_id: cast.customerId, customer_id: cast.customerId };
}
