// Form submissions and their files: data copied from the spec, in its order; test/architecture holds it equal.
// powerups_data.artifact_available is camelCase in its payload and snake_case at its top level; powerups_data.pdf_received has two
// spellings and two date forms. Both are the spec's own and are kept.
import { common, commonAs } from './common-fields.ts';
import { field, notDescribed } from './field-spec.ts';
import type { KindSpec } from './kind-spec.ts';

const section = 'Form and inbound-text events';
const structured = { section: 'Structured values' };
const base = { aliases: [], category: 'form', origin: null, intendedUse: null, section } as const;

const formId = field('form_id', 'string', notDescribed);

const submission = field('submission', 'array', "The customer's answers.", {
  ...structured,
  members: [
    field('answer_id', 'string', 'Maps to a question identifier.', structured),
    field('type', 'string', 'Question/answer type.', structured),
    field('value', 'string', "The customer's answer.", structured),
  ],
});

/** Kinds of form prompts and their files (section “Form and inbound-text events”). */
export const formKinds: readonly KindSpec[] = [
  {
    ...base,
    name: 'powerups_data.received',
    meaning: 'A customer response to a form prompt was submitted.',
    topLevel: [],
    payload: [
      ...common('ccid', 'customer_id', 'journey_id', 'trigger_id', 'message_id', 'product_group_id'),
      formId,
      field('date_submitted_at', 'unix-ms-string', 'Unix time in milliseconds, as a string.', { unit: 'ms' }),
      ...common('platform_tracking_id', 'client_message_tag', 'client_trigger_id'),
      field('secondary_account_id', 'string', 'Ties the customer to an external system.'),
      field('submission_id', 'string', notDescribed),
      submission,
    ],
  },
  {
    ...base,
    name: 'powerups_data.artifact_available',
    meaning: 'A new file was written to the file-scan output storage location.',
    topLevel: [
      ...common('event_type', 'event_subtype'),
      field('source_name', 'string', 'Name of the generating source.'),
      field('source_action', 'string', notDescribed),
      field('service_version', 'integer', 'Version field; what the number means is not shown.'),
      ...common('ccid', 'client_id'),
      field('event_version', 'integer', 'Version field; what the number means is not shown.'),
      field('tracking_id', 'string', notDescribed),
    ],
    payload: [
      field('clientId', 'string', notDescribed),
      field('submissionId', 'string', notDescribed),
      field('questionId', 'string', notDescribed),
      field('fileIndex', 'string', 'Index of the file in the submission.'),
      field('size', 'integer', 'Size of the file.', { unit: 'bytes' }),
      field('bucket', 'string', 'Storage container name.'),
      field('extension', 'string', 'File extension.'),
      field('storageKey', 'string', 'Key of the file in storage.'),
    ],
  },
  {
    ...base,
    name: 'powerups_data.pdf_received',
    meaning: 'A PDF from a form submission is received and viewable.',
    topLevel: [],
    payload: [
      ...common('product_group_id'),
      field(
        'submission_id',
        'string',
        'Identifier of the submission. The field list names it submissionId; the body form is submission_id.',
        { aliases: ['submissionId'] },
      ),
      ...common('ccid', 'client_message_tag'),
      field(
        'date_submitted_at',
        'unix-ms-string',
        'The body form is a string of Unix milliseconds; the field list says ISO 8601 timestamp.',
        { unit: 'ms', alsoTypes: ['timestamp'] },
      ),
      ...common('platform_tracking_id', 'trigger_id'),
      formId,
      ...common('message_id', 'journey_id'),
      ...commonAs('uuid', 'customer_id'),
      ...common('client_trigger_id'),
    ],
  },
];
