import { drawClientTriggerId, type Draw, type KindGenerator } from './kind-generator.ts';

/** Form events (spec, Payload of each event). date_submitted_at is a string of Unix milliseconds. */
export const formKinds = {
  'powerups_data.received': (draw) => ({
    payload: {
      ...submissionFields(draw),
      secondary_account_id: `A-${draw.random.digits(6)}`,
      submission: [
        { answer_id: 'q_visit_time', type: 'choice', value: draw.random.pick(['morning', 'afternoon']) },
        {
          answer_id: 'q_comment',
          type: 'text',
          value: draw.random.pick(['', 'Please ring twice', 'Größe “M”, s’il vous plaît']),
        },
        { answer_id: 'q_photo', type: 'file', value: `scan-${draw.random.digits(4)}.jpg` },
      ].slice(0, draw.random.integer(1, 3)),
    },
  }),
  'powerups_data.artifact_available': ({ random, cast }) => {
    const extension = random.pick(['jpg', 'pdf', 'png']);
    return {
      topLevel: {
        event_type: 'powerups_data',
        event_subtype: 'artifact_available',
        source_name: 'file-scan',
        source_action: 'artifact_written',
        service_version: 1,
        ccid: cast.ccid,
        client_id: cast.clientId,
        event_version: random.integer(1, 2),
        tracking_id: random.uuid(),
      },
      payload: {
        clientId: cast.clientId,
        submissionId: cast.submissionId,
        questionId: 'q_photo',
        fileIndex: String(random.integer(0, 3)),
        size: random.integer(20_000, 4_000_000),
        bucket: 'scan-output',
        extension,
        storageKey: `${cast.clientId}/${cast.submissionId}/q_photo.${extension}`,
      },
    };
  },
  'powerups_data.pdf_received': (draw) => ({ payload: submissionFields(draw) }),
} as const satisfies Record<string, KindGenerator>;

function submissionFields(draw: Draw): Record<string, unknown> {
  const { random, cast, nowMs } = draw;
  return {
    ccid: cast.ccid,
    customer_id: cast.customerId,
    journey_id: cast.journeyId,
    trigger_id: cast.triggerId,
    message_id: cast.messageId,
    product_group_id: cast.productGroupId,
    form_id: cast.formId,
    date_submitted_at: String(nowMs - random.integer(50, 4_000)),
    platform_tracking_id: random.orNull(random.uuid()),
    client_message_tag: cast.clientMessageTag,
    client_trigger_id: drawClientTriggerId(draw),
    submission_id: cast.submissionId,
  };
}
