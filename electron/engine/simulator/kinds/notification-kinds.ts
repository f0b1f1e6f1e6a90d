import { drawClientTriggerId, type Draw, type KindGenerator } from './kind-generator.ts';

/** SMS notification events (spec, Payload of each event). */
export const notificationKinds = {
  'notification.attempted': (draw) => ({
    payload: {
      ...smsFields(draw, 'attempted'),
      client_trigger_id: drawClientTriggerId(draw),
      sms_text: draw.cast.smsText,
      ...(draw.random.chance(0.6) ? { launched_by: launchedBy(draw) } : {}),
    },
  }),
  'notification.not_attempted': (draw) => ({
    payload: {
      ...smsFields(draw, 'not_attempted'),
      message_name: draw.cast.messageName,
      ...(draw.random.chance(0.7) ? { trigger_name: draw.cast.triggerName } : {}),
      ...drawNotAttemptedReason(draw),
    },
  }),
  'notification.delivered': (draw) => ({ payload: receiptFields(draw, 'delivered') }),
  'notification.undelivered': (draw) => ({ payload: receiptFields(draw, 'undelivered') }),
  'notification.auth_link_used': ({ random, cast }) => ({
    payload: {
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
  }),
} as const satisfies Record<string, KindGenerator>;

function smsFields({ random, cast }: Draw, subtype: string): Record<string, unknown> {
  return {
    ccid: cast.ccid,
    channel_addr: cast.phones[0],
    channel_type: 'sms',
    client_id: cast.clientId,
    client_message_tag: cast.clientMessageTag,
    customer_id: cast.customerId,
    event_type: 'notification',
    event_subtype: subtype,
    product_group_id: cast.productGroupId,
    job_id: random.orNull(cast.jobId),
    journey_id: cast.journeyId,
    message_id: cast.messageId,
    notification_id: cast.notificationId,
    platform_tracking_id: random.orNull(random.uuid()),
    trigger_id: cast.triggerId,
  };
}

function receiptFields(draw: Draw, subtype: string): Record<string, unknown> {
  return {
    ...smsFields(draw, subtype),
    client_trigger_id: drawClientTriggerId(draw),
    message_name: draw.cast.messageName,
  };
}

/** Each member is set only if known (spec, Structured values). */
function launchedBy({ random }: Draw): Record<string, string> {
  return {
    ...(random.chance(0.8) ? { 'lb-name': random.pick(['m.okafor', 'j.lindqvist', 'scheduler']) } : {}),
    ...(random.chance(0.8) ? { 'lb-source': random.pick(['portal', 'api', 'file']) } : {}),
  };
}

/** Only the pair 1/`not_consented` is documented; the other texts say themselves that they are made up. */
function drawNotAttemptedReason({ random }: Draw): Record<string, unknown> {
  const errorType = random.integer(1, 6);
  return { error_string: errorType === 1 ? 'not_consented' : `simulated_reason_${errorType}`, error_type: errorType };
}
