import type { DeliveryDetail } from '#shared/protocol/delivery.ts';
import { decodedField } from './decoded-field.ts';
import { requestRecord } from './request-record.ts';

/** A notification.undelivered with one field of each sort. */
export function deliveryDetail(rest: Partial<DeliveryDetail> = {}): DeliveryDetail {
  const request = requestRecord();
  return {
    id: 1,
    requestId: 1,
    seq: 1,
    receivedAt: request.receivedAt,
    answeredAt: request.answeredAt,
    peerClosedAt: null,
    eventId: '8b1f0c9e-52e1-4d0a-9a55-3b1ad2e0c7f1',
    eventName: 'notification.undelivered',
    eventTs: '2026-11-21T13:03:57.417Z',
    lagMs: 900,
    attempt: 1,
    attempts: 1,
    classes: [],
    answer: request.answer,
    unparsed: false,
    batchIndex: null,
    early: false,
    late: false,
    problems: [],
    summary: '',
    sizeBytes: 2,
    environment: 'other',
    auth: 'none',
    credential: null,
    origin: 'platform',
    envelope: {},
    envelopeText: '{}',
    fields: [
      decodedField('event_ts', '"2026-11-21T13:03:57.417Z"'),
      decodedField('payload.notification_id', '"ntf_77120"', {
        reference: { entity: 'notification', value: 'ntf_77120' },
      }),
      decodedField('payload.job_id', 'null'),
      decodedField('payload.client_message_tag', '""'),
      decodedField('payload.client_trigger_id', null),
      decodedField('payload.new_prop', 'true', { status: 'new', type: 'boolean' }),
    ],
    explanations: [],
    request,
    chain: null,
    stories: [],
    parseError: null,
    inversion: null,
    diffPartnerId: null,
    shots: [],
    ...rest,
  };
}
