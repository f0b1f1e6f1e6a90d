// Accounts, consent and notification channels: data copied from the spec, in its order; test/architecture holds it equal.
// Fields that several kinds share are described once, in common-fields.ts.
import { common, commonAs, commonWith } from './common-fields.ts';
import { field } from './field-spec.ts';
import type { FieldSpec, KindSpec } from './kind-spec.ts';

const section = 'Connection events';

const notificationChannels = field(
  'notification_channels',
  'array',
  'The notification channels of the account; zero or more.',
  {
    section: 'Structured values',
    members: [
      field('channel_addr', 'string', 'Address of the channel.', { section: 'Structured values' }),
      field('channel_type', 'string', 'Type of the channel.', { section: 'Structured values' }),
    ],
  },
);

function channelFields(subtype: 'add' | 'remove', consentType: FieldSpec): FieldSpec[] {
  return [
    ...common('source_channel', 'channel_addr', 'channel_type', 'ccid'),
    field('client_source', 'string', 'Secondary origin, which the client may supply during a phone-add process.'),
    ...common('platform_tracking_id', 'client_id', 'event_type'),
    consentType,
    ...common('job_id'),
    ...commonAs('uuid', 'customer_id'),
    commonWith('event_subtype', { allowed: [subtype] }),
  ];
}

/** Kinds of the section “Connection events”: accounts, consent and notification channels. */
export const connectionKinds: readonly KindSpec[] = [
  {
    name: 'account.deactivate',
    aliases: [],
    category: 'connection',
    origin: 'platform',
    meaning: 'The customer account was deactivated.',
    intendedUse: 'Optional; flag deactivated accounts.',
    section,
    topLevel: [],
    payload: [
      ...common('product_group_id', 'ccid', 'platform_tracking_id', 'client_id', 'job_id'),
      ...commonAs('uuid', 'customer_id'),
      ...common('source_channel'),
      notificationChannels,
    ],
  },
  {
    name: 'channel_consent.update',
    aliases: [],
    category: 'connection',
    origin: 'platform',
    meaning: 'Consent changed for a channel.',
    intendedUse: 'Keep a client consent store in step: apply the same change.',
    section,
    topLevel: [],
    payload: [
      ...common('product_group_id', 'source_channel', 'channel_addr', 'channel_type', 'ccid', 'platform_tracking_id'),
      field('previous_consent_type', 'string', 'The prior consent.', { allowed: ['written', 'express', 'stop'] }),
      ...common('client_id', 'consent_type'),
    ],
  },
  {
    name: 'notification_channel.add',
    aliases: [],
    category: 'connection',
    origin: 'platform',
    meaning: 'A notification channel (phone number) was joined to the customer (ccid).',
    intendedUse: 'Keep a client connection store in step.',
    section,
    topLevel: [],
    payload: channelFields('add', commonWith('consent_type', {})),
  },
  {
    name: 'notification_channel.remove',
    aliases: [],
    category: 'connection',
    origin: 'platform',
    meaning: 'A notification channel was removed from the customer.',
    intendedUse: 'Keep a client connection store in step.',
    section,
    topLevel: [],
    payload: channelFields(
      'remove',
      commonWith('consent_type', {
        meaning: 'Consent assigned to the phone number; may be empty on remove. Removing does not change the consent.',
        mayBeEmpty: true,
      }),
    ),
  },
];
