import type { Draw, EnvelopeParts, KindGenerator } from './kind-generator.ts';

/** Values of the simulator: the spec does not list the values of source_channel and client_source. */
const sourceChannels = ['api', 'file', 'portal', 'sms'] as const;
const clientSources = ['web-signup', 'call-center', 'store'] as const;

/** Connection events (spec, Payload of each event). */
export const connectionKinds = {
  'account.deactivate': ({ random, cast }) => ({
    payload: {
      product_group_id: cast.productGroupId,
      ccid: cast.ccid,
      platform_tracking_id: random.orNull(random.uuid()),
      client_id: cast.clientId,
      ...(random.chance(0.8) ? { job_id: random.orNull(cast.jobId) } : {}),
      customer_id: cast.customerId,
      source_channel: random.pick(sourceChannels),
      notification_channels: cast.phones
        .slice(0, random.integer(0, 3))
        .map((phone) => ({ channel_addr: phone, channel_type: 'sms' })),
    },
  }),
  'channel_consent.update': ({ random, cast }) => {
    const [previous, current] = random.shuffled(['written', 'express', 'stop']);
    return {
      payload: {
        product_group_id: cast.productGroupId,
        source_channel: random.pick(sourceChannels),
        channel_addr: cast.phones[0],
        channel_type: 'sms',
        ccid: cast.ccid,
        platform_tracking_id: random.orNull(random.uuid()),
        previous_consent_type: previous,
        client_id: cast.clientId,
        consent_type: current,
      },
    };
  },
  'notification_channel.add': (draw) => channelChange(draw, 'add', draw.random.pick(['written', 'express'])),
  'notification_channel.remove': (draw) => channelChange(draw, 'remove', draw.random.pick(['', 'express', 'stop'])),
} as const satisfies Record<string, KindGenerator>;

function channelChange({ random, cast }: Draw, subtype: 'add' | 'remove', consentType: string): EnvelopeParts {
  return {
    payload: {
      source_channel: random.pick(sourceChannels),
      channel_addr: cast.phones[0],
      channel_type: 'sms',
      ccid: cast.ccid,
      client_source: random.pick(clientSources),
      platform_tracking_id: random.uuid(),
      client_id: cast.clientId,
      event_type: 'notification_channel',
      consent_type: consentType,
      job_id: random.orNull(cast.jobId),
      customer_id: cast.customerId,
      event_subtype: subtype,
    },
  };
}
