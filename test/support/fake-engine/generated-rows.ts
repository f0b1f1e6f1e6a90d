// Rows that exist only when they are asked for: row N is always the same, so a list of a million costs nothing.
import type { DeliveryItem } from '#shared/protocol/delivery.ts';

type Template = Pick<DeliveryItem, 'eventName' | 'summary' | 'lagMs'> & Partial<DeliveryItem>;

const hang = { action: 'hang', status: null, decidedBy: 'override', detail: null, note: null, released: null } as const;
const status = (code: number, decidedBy: 'default' | 'override' | 'authentication') =>
  ({ action: 'respond', status: code, decidedBy, detail: null, note: null, released: null }) as const;

const templates: readonly Template[] = [
  { eventName: 'notification.delivered', summary: 'ntf_77119 · +14155552231', lagMs: 2100 },
  {
    eventName: 'notification.undelivered',
    summary: 'ntf_77120 · +14155558890',
    lagMs: 900,
    answer: status(500, 'override'),
    attempt: 3,
    attempts: 3,
    early: true,
  },
  { eventName: 'notification.attempted', summary: 'ntf_77120 · +14155558890', lagMs: 5100, late: true },
  { eventName: 'message.delivered', summary: 'msg_5521 · c-100482', lagMs: 400 },
  { eventName: 'message.action_taken', summary: 'hyperlink “View bill”', lagMs: 300 },
  { eventName: 'notification.not_attempted', summary: 'code 1 · not_consented', lagMs: 200 },
  { eventName: 'channel_consent.update', summary: 'express → stop', lagMs: 600, answer: hang },
  { eventName: 'channel_consent.update', summary: 'express → stop', lagMs: 41_000, attempt: 2, attempts: 2 },
  { eventName: 'notification_channel.remove', summary: 'c-100482 · +14155552231', lagMs: 500 },
  { eventName: 'account.deactivate', summary: 'c-100482 · 2 channels', lagMs: 500 },
  { eventName: 'powerups_data.received', summary: 'form_12 · 6 answers', lagMs: 1100 },
  {
    eventName: 'text_message.received',
    summary: '“STOP” · 24587',
    lagMs: 800,
    answer: status(401, 'authentication'),
    auth: 'wrong',
  },
  { eventName: 'twoway_webhook.customer_message_sent', summary: 'conv_8a… idx 4 · encrypted', lagMs: 200 },
  {
    eventName: null,
    summary: 'Unexpected end of JSON at 512',
    lagMs: null,
    unparsed: true,
    problems: ['json_invalid'],
  },
  { eventName: 'message.undelivered', summary: 'trigger-not-found', lagMs: -120 },
  {
    eventName: 'notification.delivered',
    summary: 'ntf_77121 · +14155550102',
    lagMs: 3_720_000,
    answer: status(500, 'override'),
    attempt: 4,
    attempts: 4,
  },
  { eventName: 'notification.attempted', summary: 'ntf_77122 · +14155550102', lagMs: 700, origin: 'simulator' },
];

/** Milliseconds between two rows. */
const stepMs = 343;

/** Row at an index from 0, given when row 0 arrived. */
export function generateRow(index: number, firstAtMs: number): DeliveryItem {
  // Not simply in turn: a fixed scramble, with successes in the majority.
  const scrambled = Math.imul(index + 1, 2_654_435_761) >>> 0;
  const template =
    templates[scrambled % 3 === 0 ? (scrambled >>> 8) % templates.length : index % 4 === 1 ? 3 : (index % 3) * 2] ??
    templates[0];
  if (template === undefined) throw new Error('There are no templates.');
  const receivedAtMs = firstAtMs + index * stepMs;
  const receivedAt = new Date(receivedAtMs).toISOString();
  const eventTs = template.lagMs === null ? null : new Date(receivedAtMs - template.lagMs).toISOString();
  return {
    id: index + 1,
    requestId: index + 1,
    seq: index + 1,
    receivedAt,
    answeredAt: receivedAt,
    peerClosedAt: null,
    eventId: template.unparsed ? null : `8b1f0c9e-52e1-4d0a-9a55-${String(index).padStart(12, '0')}`,
    eventTs,
    attempt: 1,
    attempts: 1,
    classes: [],
    answer: status(200, 'default'),
    unparsed: false,
    batchIndex: null,
    early: false,
    late: false,
    problems: [],
    sizeBytes: 700 + (index % 900),
    environment: 'staging',
    auth: 'ok',
    credential: 1,
    origin: 'platform',
    ...template,
  };
}
