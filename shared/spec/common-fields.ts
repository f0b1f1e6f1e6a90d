// The envelope and the table of common payload fields: the documentation that many kinds share.
// Kinds pick from it by name with `common(…)`, so a field is described once.
import { field } from './field-spec.ts';
import type { FieldSpec, FieldType } from './kind-spec.ts';

const envelope = { section: 'Event envelope (all events)' };
const table = { section: 'Common payload fields' };
const mayBeNull = { ...table, nullable: true };
const optional = { ...table, optional: true };
const optionalOrNull = { ...table, optional: true, nullable: true };

/** The four members of every envelope, in the order of the spec (section “Event envelope (all events)”). */
export const envelopeFields: readonly FieldSpec[] = [
  field('event_id', 'uuid', 'Unique identifier of the event, used for tracking.', envelope),
  field('event_name', 'string', 'Name of the event, in the form <category>.<subtype>.', envelope),
  field(
    'event_ts',
    'timestamp',
    'Date and time of the occurrence, ISO 8601 with millisecond precision and UTC suffix. Accurate: the value to use in processing logic.',
    envelope,
  ),
  field('payload', 'object', 'Properties specific to the event.', envelope),
];

const byName = {
  ccid: field('ccid', 'string', 'Unique identifier of the customer, as known to the client.', table),
  client_id: field('client_id', 'string', 'Unique identifier of the client.', table),
  client_message_tag: field(
    'client_message_tag',
    'string',
    'Tag created by the client in the original messaging or onboarding request. May be an empty string.',
    { ...optional, mayBeEmpty: true },
  ),
  client_trigger_id: field(
    'client_trigger_id',
    'string',
    'Trigger identifier supplied by the client. May be null or empty.',
    { ...optionalOrNull, mayBeEmpty: true },
  ),
  channel_addr: field(
    'channel_addr',
    'string',
    'Channel address; the format depends on channel_type. For sms, an 11-digit mobile number.',
    optionalOrNull,
  ),
  channel_type: field('channel_type', 'string', 'Channel type of channel_addr.', {
    ...optionalOrNull,
    allowed: ['sms'],
  }),
  customer_id: field('customer_id', 'uuid', 'Internal customer identifier assigned by the platform.', {
    ...table,
    alsoTypes: ['string'],
  }),
  job_id: field('job_id', 'string', 'Internal job identifier of the originating event.', optionalOrNull),
  journey_id: field('journey_id', 'string', 'Identifier of the journey that originated the event.', table),
  message_id: field(
    'message_id',
    'string',
    'Internal identifier associated with the source notification. May be null.',
    mayBeNull,
  ),
  message_name: field('message_name', 'string', 'Name of the message as set in the message designer.', table),
  notification_id: field(
    'notification_id',
    'string',
    'Internal identifier of the source notification. May be null.',
    mayBeNull,
  ),
  product_group_id: field(
    'product_group_id',
    'string',
    'Current product group of the customer. A customer belongs to exactly one product group at a time.',
    table,
  ),
  platform_tracking_id: field('platform_tracking_id', 'string', 'Internal identifier for the event.', optionalOrNull),
  trigger_id: field('trigger_id', 'string', 'Identifier of the trigger that originated the event.', table),
  event_type: field('event_type', 'string', 'Main event category, for example notification or twoway.', table),
  event_subtype: field(
    'event_subtype',
    'string',
    'Subtype of the event, for example attempted, delivered or received.',
    table,
  ),
  source_channel: field(
    'source_channel',
    'string',
    'Where the event originated. The list of values is not shown.',
    table,
  ),
  consent_type: field(
    'consent_type',
    'string',
    'Consent assigned to a phone number: written (express written consent), express (express consent), stop (stop consent).',
    { ...table, allowed: ['written', 'express', 'stop'] },
  ),
} as const satisfies Record<string, FieldSpec>;

export type CommonFieldName = keyof typeof byName;

/** The table of the section “Common payload fields”, in its order. */
export const commonFields: readonly FieldSpec[] = Object.values(byName);

/** Common fields by name, in the order asked for. */
export function common(...names: CommonFieldName[]): FieldSpec[] {
  return names.map((name) => byName[name]);
}

/** A common field where one kind says more about it than the table does. */
export function commonWith(name: CommonFieldName, details: Partial<Omit<FieldSpec, 'name'>>): FieldSpec {
  return { ...byName[name], ...details };
}

/** Common fields that a kind types differently from the table. */
export function commonAs(type: FieldType, ...names: CommonFieldName[]): FieldSpec[] {
  return names.map((name) => commonWith(name, { type, alsoTypes: [] }));
}

/** The documentation of the common table for a name, whatever the kind; null where the table has none. */
export function findCommonField(name: string): FieldSpec | null {
  return Object.hasOwn(byName, name) ? byName[name as CommonFieldName] : null;
}
