// The one line that stands for a delivery in the list: per kind what tells two deliveries of that kind apart.
// Phone numbers are masked and names of people stay out; what the envelope does not say is left out, never guessed.
import { findKind } from '../spec/catalogue.ts';
import { isJsonObject, ownValue, toIdentifier } from './json/json-object.ts';
import { maskPhone } from './mask-phone.ts';
import { cutText, toPrintableLine } from './printable-line.ts';

const summaryLimit = 200;
const quoteLimit = 80;
const conversationLimit = 7;

/** Reads a field of an envelope: from the payload, else from the top level. */
type ReadField = (name: string) => unknown;
type Summarise = (read: ReadField) => string;

const summariseByKind: ReadonlyMap<string, Summarise> = new Map<string, Summarise>([
  ['account.deactivate', (read) => join(text(read, 'ccid'), count(read, 'notification_channels', 'channel'))],
  ['channel_consent.update', consentChange],
  ['notification_channel.add', (read) => join(text(read, 'ccid'), phone(read, 'channel_addr'))],
  ['notification_channel.remove', (read) => join(text(read, 'ccid'), phone(read, 'channel_addr'))],
  ['message.delivered', (read) => join(text(read, 'message_id'), text(read, 'ccid'))],
  ['message.undelivered', (read) => join(text(read, 'message_id'), text(read, 'error_type'))],
  [
    'message.action_taken',
    (read) => [text(read, 'action_type'), quote(read, 'action_label')].filter(Boolean).join(' '),
  ],
  [
    'notification.not_attempted',
    (read) => join(labelled('code', text(read, 'error_type')), text(read, 'error_string')),
  ],
  ['powerups_data.received', (read) => join(text(read, 'form_id'), count(read, 'submission', 'answer'))],
  [
    'powerups_data.artifact_available',
    (read) => join(text(read, 'submissionId'), text(read, 'extension'), bytes(read, 'size')),
  ],
  [
    'powerups_data.pdf_received',
    (read) => join(text(read, 'form_id'), text(read, 'submission_id') ?? text(read, 'submissionId')),
  ],
  ['text_message.received', (read) => join(quote(read, 'message'), text(read, 'inbound_address'))],
  ['twoway.channel_closed', conversation],
  ['twoway_webhook.agent_message_sent', conversation],
  ['twoway_webhook.customer_message_sent', conversation],
  ['twoway_webhook.system_message_sent', conversation],
]);

/** One printable line of at most 200 characters for the list; empty where the envelope says nothing that would tell it apart. */
export function summariseEnvelope(envelope: unknown, eventName: string | null): string {
  const payload = ownValue(envelope, 'payload');
  const read: ReadField = (name) => ownValue(payload, name) ?? ownValue(envelope, name);
  const kind = findKind(eventName ?? '')?.name ?? '';
  const own = summariseByKind.get(kind)?.(read) ?? '';
  return toPrintableLine(own || identifiers(read) || keysOf(payload ?? envelope), summaryLimit);
}

/** Notifications, pings and kinds the spec does not name: the narrowest identifier and who it is about. */
function identifiers(read: ReadField): string {
  const subject =
    text(read, 'notification_id') ??
    text(read, 'message_id') ??
    text(read, 'conversation_id') ??
    text(read, 'submission_id') ??
    text(read, 'submissionId');
  const person = phone(read, 'channel_addr') ?? phone(read, 'device_address') ?? text(read, 'ccid');
  return join(subject, person);
}

function keysOf(value: unknown): string {
  return isJsonObject(value) ? Object.keys(value).slice(0, 5).join(', ') : '';
}

function consentChange(read: ReadField): string {
  const before = text(read, 'previous_consent_type');
  const after = text(read, 'consent_type');
  return before === null && after === null ? '' : `${before ?? '?'} → ${after ?? '?'}`;
}

function conversation(read: ReadField): string {
  const id = text(read, 'conversation_id');
  if (id === null) return '';
  const short = id.length > conversationLimit ? `${cutText(id, conversationLimit)}…` : id;
  const position = labelled('idx', text(read, 'message_idx'));
  return join(position === null ? short : `${short} ${position}`, 'encrypted');
}

function join(...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null).join(' · ');
}

function text(read: ReadField, name: string): string | null {
  const identifier = toIdentifier(read(name));
  return identifier === null ? null : cutText(identifier, summaryLimit);
}

function phone(read: ReadField, name: string): string | null {
  const address = text(read, name);
  return address === null ? null : maskPhone(address);
}

function quote(read: ReadField, name: string): string | null {
  const value = read(name);
  return typeof value === 'string' ? `“${toPrintableLine(value, quoteLimit)}”` : null;
}

function labelled(label: string, value: string | null): string | null {
  return value === null ? null : `${label} ${value}`;
}

function bytes(read: ReadField, name: string): string | null {
  const size = text(read, name);
  return size === null ? null : `${size} bytes`;
}

function count(read: ReadField, name: string, noun: string): string | null {
  const list = read(name);
  return Array.isArray(list) ? `${list.length} ${noun}${list.length === 1 ? '' : 's'}` : null;
}
