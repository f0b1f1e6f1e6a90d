import { findKind } from '../spec/catalogue.ts';

/** What happened, for each kind of the spec: the start of a sentence about one delivery. */
const phrases: ReadonlyMap<string, string> = new Map([
  ['account.deactivate', 'The customer account was deactivated'],
  ['channel_consent.update', 'The consent of a phone number changed'],
  ['notification_channel.add', 'A phone number was joined to the customer'],
  ['notification_channel.remove', 'A phone number was removed from the customer'],
  ['message.delivered', 'The message was posted to the feed'],
  ['message.undelivered', 'The message could not be posted to the feed'],
  ['notification.attempted', 'The SMS notification was handed to the aggregator'],
  ['notification.not_attempted', 'The SMS notification was not sent'],
  ['notification.delivered', 'The SMS notification was delivered'],
  ['notification.undelivered', 'The SMS notification was not delivered'],
  ['notification.auth_link_used', 'The customer followed the link of an SMS notification'],
  ['message.action_taken', 'The customer took an action in the feed'],
  ['powerups_data.received', 'A form was submitted'],
  ['powerups_data.artifact_available', 'A file of a form submission was written'],
  ['powerups_data.pdf_received', 'The PDF of a form submission is available'],
  ['text_message.received', 'A text message came in'],
  ['twoway.agent_ping', 'An agent pinged a customer'],
  ['twoway.channel_closed', 'An agent closed a conversation'],
  ['twoway_webhook.agent_message_sent', 'An agent sent a message to the customer'],
  ['twoway_webhook.customer_message_sent', 'A customer sent a message to an agent'],
  ['twoway_webhook.system_message_sent', 'An automatic response was sent to the customer'],
]);

/**
 * One full sentence about a delivery, for those who hear the list instead of seeing it, e.g. “The SMS notification was not
 * delivered: ntf_77120, +1415•••8890.” Kinds of the spec by what happened, others by name; an unparsed delivery has neither name nor
 * kind. `summary` is the delivery's line in the list.
 */
export function describeKind(eventName: string | null, summary: string): string {
  const details = summary.replaceAll(' · ', ', ').replaceAll(' → ', ' to ').replace(/\.$/, '');
  return `${toPhrase(eventName)}${details === '' ? '' : `: ${details}`}.`;
}

function toPhrase(eventName: string | null): string {
  if (eventName === null) return 'No event name';
  const phrase = phrases.get(findKind(eventName)?.name ?? '');
  return phrase ?? `An event of the kind ${eventName}, which the specification does not name`;
}
