import { drawClientTriggerId, type KindGenerator } from './kind-generator.ts';

/** Inbound text messages (spec, Payload of each event). `message` lacks the automatic reply prefix that `message_orig` keeps. */
export const textKinds = {
  'text_message.received': (draw) => {
    const { random, cast } = draw;
    const message = random.pick(['YES', 'STOP', 'HELP', 'Thanks, see you tomorrow', '¿A qué hora?', 'ok 👍']);
    return {
      ...(random.chance(0.7) ? { topLevel: { platform_tracking_id: random.uuid() } } : {}),
      payload: {
        event_type: 'text_message',
        event_subtype: 'received',
        message_id: random.orNull(cast.messageId),
        client_id: cast.clientId,
        ccid: cast.ccid,
        journey_id: cast.journeyId,
        notification_id: random.orNull(cast.notificationId),
        product_group_id: cast.productGroupId,
        trigger_id: cast.triggerId,
        client_trigger_id: drawClientTriggerId(draw),
        a2w_mo_ref_id: random.digits(18),
        carrier: random.pick(['Northern Mobile', 'Coastal Wireless']),
        channel_type: 'sms',
        country_code: 'US',
        device_address: cast.phones[0],
        inbound_address: '55512',
        message,
        message_orig: random.chance(0.3) ? `Re: ${message}` : message,
      },
    };
  },
} as const satisfies Record<string, KindGenerator>;
