import type { Random } from '#engine/random/random.ts';

/**
 * Who and what one story is about: the ids that its envelopes share. Envelopes made with the same cast correlate;
 * ids that the spec calls internal have the shape of ids seen in the interface's examples, not a documented one.
 */
export interface Cast {
  clientId: string;
  ccid: string;
  customerId: string;
  productGroupId: string;
  /** 11-digit numbers of a range reserved for fiction (spec, Common payload fields: channel_addr). */
  phones: readonly [string, string, string];
  journeyId: string;
  triggerId: string;
  triggerName: string;
  clientTriggerId: string;
  clientMessageTag: string;
  messageId: string;
  messageName: string;
  smsText: string;
  notificationId: string;
  jobId: string;
  conversationId: string;
  /** Encrypted channel id of a two-way conversation. */
  channelSid: string;
  agent: { id: string; firstName: string; lastName: string };
  formId: string;
  submissionId: string;
}

interface MessageTemplate {
  name: string;
  trigger: string;
  text: string;
}

const templates: readonly [MessageTemplate, ...MessageTemplate[]] = [
  {
    name: 'Appointment reminder',
    trigger: 'appointment-reminder',
    text: 'Your appointment is tomorrow at 10:30. See the details: https://m.example/a/7Hk2',
  },
  { name: 'Bill ready', trigger: 'bill-ready', text: 'Your November bill is ready: https://m.example/b/Qw81' },
  { name: 'Payment received', trigger: 'payment-received', text: 'Thank you. We received your payment of $84.20.' },
  {
    name: 'Outage notice',
    trigger: 'outage-notice',
    text: 'We are working on an outage near you. Updates: https://m.example/o/3Zp9 ⚡',
  },
  { name: 'Welcome', trigger: 'welcome', text: 'Welcome! Reply HELP for help, STOP to stop. https://m.example/w/1Ab4' },
];
const agents: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ['Dana', 'Whitfield'],
  ['Noël', 'Fontaine'],
  ['Priya', 'Raman'],
  ['Tomás', 'Echeverría'],
];

/** A new customer with a new message, notification, conversation and form submission. */
export function createCast(random: Random): Cast {
  const template = random.pick(templates);
  const [firstName, lastName] = random.pick(agents);
  const phone = (): string => `1${random.pick(['206', '312', '415', '617', '720'])}55501${random.digits(2)}`;
  return {
    clientId: 'northwind',
    ccid: `C${random.digits(8)}`,
    customerId: random.uuid(),
    productGroupId: random.pick(['billing', 'care', 'sales']),
    phones: [phone(), phone(), phone()],
    journeyId: random.uuid(),
    triggerId: `trg_${random.digits(4)}`,
    triggerName: template.name,
    clientTriggerId: template.trigger,
    clientMessageTag: random.pick(['autumn-2026', 'batch-17', '']),
    messageId: random.uuid(),
    messageName: template.name,
    smsText: template.text,
    notificationId: `ntf_${random.digits(8)}`,
    jobId: `job_${random.digits(6)}`,
    conversationId: random.uuid(),
    channelSid: random.base64(48),
    agent: { id: random.uuid(), firstName, lastName },
    formId: `form_${random.digits(3)}`,
    submissionId: `sub_${random.digits(8)}`,
  };
}
