import { drawClientTriggerId, type Draw, type KindGenerator } from './kind-generator.ts';

interface FeedAction {
  type: string;
  label: string | null;
  value: string | null;
}

/** The named action types (spec, Action types). The email action is left out: its name is not shown. */
const feedActions: readonly [FeedAction, ...FeedAction[]] = [
  { type: 'hyperlink', label: 'Pay my bill', value: 'https://pay.example/bill' },
  { type: 'call', label: 'Call customer care', value: '12065550100' },
  { type: 'collapsible', label: 'How is my bill calculated?', value: null },
  { type: 'message_branch', label: 'See last month', value: 'msg_40177' },
  { type: 'chat', label: 'Chat with us', value: 'Chat with us' },
  { type: 'twoway', label: 'Ask an agent', value: 'care-queue' },
  { type: 'consent_upgrade', label: 'Yes, send me offers', value: 'written' },
  { type: 'email_data_capture', label: 'Your email address', value: 'robin.hale@example.com' },
  { type: 'form_info_capture', label: null, value: '{"visit":"morning"}' },
];

/** Feed events (spec, Payload of each event). */
export const messageKinds = {
  'message.delivered': (draw) => ({ payload: feedFields(draw) }),
  'message.undelivered': (draw) => ({
    payload: {
      ...feedFields(draw),
      error_type: 'trigger-not-found',
      error_string: `Trigger ${draw.cast.triggerId} was not found`,
    },
  }),
  'message.action_taken': ({ random, cast }) => {
    const action = random.pick(feedActions);
    return {
      payload: {
        action_type: action.type,
        action_label: action.label,
        action_value: action.value,
        ccid: cast.ccid,
        client_id: cast.clientId,
        client_message_tag: cast.clientMessageTag,
        channel_addr: random.orNull(cast.phones[0]),
        channel_type: random.orNull('sms'),
        customer_id: cast.customerId,
        job_id: random.orNull(cast.jobId),
        journey_id: cast.journeyId,
        message_id: cast.messageId,
        message_name: cast.messageName,
        notification_id: cast.notificationId,
        product_group_id: cast.productGroupId,
        platform_tracking_id: random.orNull(random.uuid()),
        trigger_id: cast.triggerId,
      },
    };
  },
} as const satisfies Record<string, KindGenerator>;

function feedFields(draw: Draw): Record<string, unknown> {
  const { random, cast } = draw;
  return {
    ccid: cast.ccid,
    client_id: cast.clientId,
    client_trigger_id: drawClientTriggerId(draw),
    client_message_tag: cast.clientMessageTag,
    customer_id: cast.customerId,
    job_id: random.orNull(cast.jobId),
    journey_id: cast.journeyId,
    message_id: cast.messageId,
    message_name: cast.messageName,
    notification_id: random.orNull(cast.notificationId),
    product_group_id: cast.productGroupId,
    platform_tracking_id: random.orNull(random.uuid()),
    trigger_id: cast.triggerId,
  };
}
