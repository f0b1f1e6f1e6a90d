import type { DeliveryDetail, DeliveryItem, RequestRecord, StoryReference } from '#shared/protocol/delivery.ts';

type Field = DeliveryDetail['fields'][number];

const reference: StoryReference = { entity: 'notification', value: 'ntf_77120' };

function toField(name: string, source: string | null, rest: Partial<Field> = {}): Field {
  return {
    path: `payload.${name}`,
    name,
    group: 'payload',
    status: 'known',
    type: source === null ? null : source === 'null' ? 'null' : 'string',
    source,
    spec: null,
    reference: null,
    encrypted: false,
    deviation: null,
    ...rest,
  };
}

/** A request that carries an ApiKey; its value is masked unless it is asked for. */
export function toFakeRequest(item: DeliveryItem, revealed = false): RequestRecord {
  return {
    id: item.requestId,
    method: 'POST',
    target: '/push',
    httpVersion: '1.1',
    rawHeaders: [
      ['Host', 'hooks.acme.test:8443'],
      ['Content-Type', 'application/json'],
      ['ApiKey', revealed ? 'sk_staging_1' : '•••••••• (12 characters)'],
    ],
    remoteAddress: '50.112.172.205',
    remotePort: 40_112,
    tls: null,
    sizeBytes: item.sizeBytes,
    truncated: false,
    completeness: 'complete',
    receivedAt: item.receivedAt,
    answeredAt: item.answeredAt,
    peerClosedAt: null,
    answer: item.answer,
    auth: { verdict: item.auth, scheme: 'ApiKey', reason: null, enforced: true, credential: item.credential },
    allowed: null,
    environment: item.environment,
    sourceAddress: '50.112.172.205',
    origin: item.origin,
    bodySha256: '9f2c'.padEnd(64, '0'),
    contentEncoding: null,
  };
}

/** One field of every sort. */
function toFakeFields(item: DeliveryItem): Field[] {
  return [
    toField('event_ts', JSON.stringify(item.eventTs), { group: 'envelope', path: 'event_ts' }),
    toField('notification_id', '"ntf_77120"', { reference }),
    toField('ccid', '"c-100482"'),
    toField('channel_addr', '"14155558890"', { reference: { entity: 'phone', value: '14155558890' } }),
    toField('channel_sid', '"I8BWMIC5KoGj2hQmSm0cKmwS3L"', { encrypted: true }),
    toField('consent_type', '"maybe"', { deviation: 'not one of written, express, stop' }),
    toField('error_type', '4', { status: 'type-differs', type: 'number' }),
    toField('job_id', 'null'),
    toField('client_message_tag', '""'),
    toField('new_prop', 'true', { status: 'new', type: 'boolean' }),
    toField('trigger_id', null, { status: 'missing' }),
  ];
}

const explanations: DeliveryDetail['explanations'] = [
  {
    code: 'field_value',
    path: 'payload.consent_type',
    message: 'payload.consent_type is "maybe": not one of written, express, stop.',
    section: 'Common payload fields',
    severity: 'warning',
  },
  {
    code: 'field_new',
    path: 'payload.new_prop',
    message: 'payload.new_prop is not in the specification; new properties may be added to events at any time.',
    section: 'Versioning',
    severity: 'information',
  },
];

/** A detail that shows one of everything. */
export function toFakeDetail(item: DeliveryItem): DeliveryDetail {
  const payload = {
    notification_id: 'ntf_77120',
    ccid: 'c-100482',
    job_id: null,
    client_message_tag: '',
    new_prop: true,
  };
  const envelope = { event_id: item.eventId, event_name: item.eventName, event_ts: item.eventTs, payload };
  const attempt = {
    deliveryId: item.id,
    requestId: item.requestId,
    attempt: item.attempt,
    receivedAt: item.receivedAt,
    answeredAt: item.answeredAt,
    peerClosedAt: null,
    gapMs: null,
    answer: item.answer,
    sameBody: null,
    changedHeaders: null,
    classes: [],
    heldMs: null,
    closedBy: null,
    batch: null,
    origin: item.origin,
  };
  return {
    ...item,
    envelope: item.unparsed ? null : envelope,
    envelopeText: item.unparsed ? null : JSON.stringify(envelope),
    fields: toFakeFields(item),
    explanations,
    request: toFakeRequest(item),
    chain: { eventId: item.eventId, joinedBy: 'event_id', state: 'unknown', attempts: [attempt], truncated: false },
    stories: [reference],
    parseError: item.unparsed ? { message: 'Unexpected end of JSON', offset: 512 } : null,
    inversion: item.early
      ? { deliveryId: item.id + 1, eventName: 'notification.attempted', byMs: 4200, reference }
      : null,
    diffPartnerId: item.id > 1 ? item.id - 1 : null,
    shots: [],
  };
}
